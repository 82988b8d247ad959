/** What a client reports about a deprecated operation. */
export interface DeprecationNotice {
  /** `GET /orders/{id}`, as the client is called. */
  readonly operation: string;
  readonly version: string | null;
  /** An error once the sunset has passed. */
  readonly level: 'warning' | 'error';
  /** When the operation was deprecated (RFC 9745). */
  readonly deprecated: Date | null;
  /** When it stops being served (RFC 8594). */
  readonly sunset: Date | null;
  /** What replaces it: `GET /orders/{id} of version 2`, `version 2`, or an address. */
  readonly successor: string | null;
  /** Where to read about the deprecation. */
  readonly link: string | null;
  /** All of it in words. */
  readonly message: string;
}

/** What was known about deprecated operations when this client was written. */
export interface DeprecatedOperations {
  readonly since?: string;
  readonly sunset?: string;
  readonly link?: string;
  /** The version to use instead. */
  readonly successor?: string;
  /** Whether the successor has the same operation. */
  readonly kept?: boolean;
  /** Where the successor has it, where that is another address: `GET /shelves/{id}`. */
  readonly moved?: string;
  /** Whether they are deprecated at all. */
  readonly current?: boolean;
  /** All other operations, where it is absent. */
  readonly operations?: readonly string[];
}

/** How a client reports deprecated operations. */
export interface DeprecationOptions {
  /** Called once per operation; by default it writes a warning, or after the sunset an error, to the console. What it throws is ignored. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => unknown) | undefined;
  /** The time that sunsets are compared with. */
  readonly clock?: (() => Date) | undefined;
}

/** Checks each answer, and each call without one, for a deprecated operation. Never throws. */
export function watchDeprecations(
  version: string | null,
  known: readonly DeprecatedOperations[],
  { onDeprecation = report, clock = () => new Date() }: DeprecationOptions,
): (operation: string, response: Response | null) => void {
  const reported = new Set<string>();
  return (operation, response) => {
    if (reported.has(operation)) return;
    try {
      const notice = describe(operation, version, find(known, operation), response, clock());
      if (!notice) return;
      reported.add(operation);
      Promise.resolve(onDeprecation(notice)).catch(() => undefined);
    } catch {
      // A notice never breaks a call.
    }
  };
}

function report(notice: DeprecationNotice): void {
  console[notice.level === 'error' ? 'error' : 'warn'](notice.message);
}

function find(known: readonly DeprecatedOperations[], operation: string): DeprecatedOperations | undefined {
  const own = known.find(({ operations }) => !operations || operations.includes(operation));
  return own?.current ? undefined : own;
}

/** The answer takes precedence over what was known. */
function describe(
  operation: string,
  version: string | null,
  known: DeprecatedOperations | undefined,
  response: Response | null,
  now: Date,
): DeprecationNotice | null {
  const headers = response?.headers;
  const announced = headers?.get('Deprecation') ?? null;
  const sunset = readDate(headers?.get('Sunset') ?? null) ?? readDate(known?.sunset ?? null);
  if (!known && announced === null && !sunset) return null;
  const deprecated = readDate(announced) ?? readDate(known?.since ?? null);
  const links = readLinks(headers?.get('Link') ?? '', response?.url ?? '');
  const replaced = known?.successor === undefined ? null : `version ${known.successor}`;
  const address = known?.moved ?? (known?.kept ? operation : null);
  const successor =
    (replaced && address ? `${address} of ${replaced}` : replaced) ?? links.get('successor-version') ?? null;
  const facts = { deprecated, sunset, successor, link: links.get('deprecation') ?? known?.link ?? null };
  const level = sunset && sunset <= now ? 'error' : 'warning';
  const name = version === null ? operation : `${operation} of version ${version}`;
  return { operation, version, level, ...facts, message: writeMessage(name, level, facts) };
}

function writeMessage(
  name: string,
  level: DeprecationNotice['level'],
  { deprecated, sunset, successor, link }: Pick<DeprecationNotice, 'deprecated' | 'sunset' | 'successor' | 'link'>,
): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const end = sunset ? ` and ${level === 'error' ? 'ended' : 'ends'} on ${day(sunset)}` : '';
  return [
    `${name} is deprecated${deprecated ? ` since ${day(deprecated)}` : ''}${end}.`,
    ...(successor ? [`Use ${successor}.`] : []),
    ...(link ? [`See ${link}`] : []),
  ].join(' ');
}

/** `@1788220800` (RFC 9745), or any other date. */
function readDate(text: string | null): Date | null {
  if (text === null) return null;
  const seconds = /^@(-?\d+)$/.exec(text.trim());
  const date = seconds ? new Date(Number(seconds[1]) * 1000) : new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The addresses of a `Link` field by their relation (RFC 8288). */
function readLinks(field: string, base: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, target = '', parameters = ''] of field.matchAll(/<([^>]*)>([^<]*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    for (const name of (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/))
      if (!links.has(name)) links.set(name, base && URL.canParse(target, base) ? new URL(target, base).href : target);
  }
  return links;
}
