/** What a scheme adds to requests once the reader has authorized. */
export interface Credential {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Set on the page's origin; the browser sends it. */
  readonly cookie?: string;
}

const held = new Map<string, Credential>();

/** Keeps a credential until the page closes; null forgets it. */
export function keep(scheme: string, credential: Credential | null): void {
  const before = held.get(scheme);
  if (before?.cookie) writeCookie(before.cookie, '', '; Max-Age=0');
  if (credential) held.set(scheme, credential);
  else held.delete(scheme);
  document.dispatchEvent(new Event('credentials'));
}

export const isHeld = (scheme: string) => held.has(scheme);

/** What the first alternative of an operation that is complete adds; nothing if none is. */
export function credentialsFor(
  requirements: readonly (readonly string[])[],
): Required<Omit<Credential, 'cookie'>> & { readonly schemes: readonly string[] } {
  const schemes = requirements.find((names) => names.length > 0 && names.every((name) => held.has(name))) ?? [];
  const own = schemes.map((name) => held.get(name)!);
  return {
    schemes,
    headers: Object.assign({}, ...own.map(({ headers }) => headers)),
    query: Object.assign({}, ...own.map(({ query }) => query)),
  };
}

/** Scripts cannot send a Cookie header, but the browser sends the cookies of the page's own origin. */
export function writeCookie(name: string, value: string, more = ''): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${more}`;
}
