import { AuthRefusal } from './auth-refusal.js';
import type { AuthRequest } from './auth-request.js';

/** The members and parameters that name where a browser is sent, and better-auth's code for each. */
const codes = Object.freeze({
  callbackURL: 'INVALID_CALLBACK_URL',
  errorCallbackURL: 'INVALID_ERROR_CALLBACK_URL',
  newUserCallbackURL: 'INVALID_NEW_USER_CALLBACK_URL',
  redirectTo: 'INVALID_REDIRECT_URL',
});

/** Throws a 403 for a request that would send a browser anywhere but to us or to one of the trusted origins. */
export function refuseRedirects(
  { members, search }: Pick<AuthRequest, 'members' | 'search'>,
  origins: readonly string[],
) {
  const query = new URLSearchParams(search);
  for (const [name, code] of Object.entries(codes))
    for (const target of [members?.[name], ...query.getAll(name)])
      if (typeof target === 'string' && target !== '' && !isSafeRedirect(target, origins))
        throw new AuthRefusal(403, code, `${name} must be a path of this service, or an address of a trusted origin.`);
}

/** Whether a redirect stays on the service, as a plain path, or leads to one of the origins. */
export function isSafeRedirect(target: string, origins: readonly string[]): boolean {
  if (!/^[!-[\]-~]+$/.test(target)) return false;
  if (!target.startsWith('/')) return isTrusted(target, origins);
  const path = target.split(/[?#]/)[0]!;
  // A path that a URL parser changes has dot segments, which some clients resolve to the start of a host.
  return !path.startsWith('//') && new URL(target, 'http://service.invalid').pathname === path;
}

function isTrusted(target: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\/[^/]/i.test(target) || !URL.canParse(target)) return false;
  const { origin, username, password } = new URL(target);
  return origins.includes(origin) && username === '' && password === '';
}
