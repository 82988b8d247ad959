import { authPath } from './auth-options.js';
import { AuthRefusal } from './auth-refusal.js';

/** Where a request is addressed: the path below the mount, as in `/sign-in/email`, and the query with its question mark. */
export interface AuthTarget {
  readonly path: string;
  readonly search: string;
}

/**
 * Reads a request target below the mount. Throws an AuthRefusal (400) for one that a URL parser changes: better-auth resolves
 * `/x/../sign-in/email` and `/sign-in\email`, and limits are found by the path as it is written.
 */
export function readTarget(target: string): AuthTarget {
  const path = target.split('?')[0]!;
  const plain = new URL(`${authPath}${target}`, 'http://service.invalid');
  if (target.includes('#') || plain.pathname !== `${authPath}${path}` || !isDecodable(target)) {
    throw new AuthRefusal(
      400,
      'MALFORMED_ADDRESS',
      'The address has dot segments, a backslash, a fragment or a malformed percent-encoding. Write it without them.',
    );
  }
  if (target.includes('%00'))
    throw new AuthRefusal(400, 'NUL_CHARACTER', 'The address must not contain a NUL character (%00).');
  return { path, search: plain.search };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
