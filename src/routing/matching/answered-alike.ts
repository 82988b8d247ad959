import type { Route } from '../table/route.js';

/**
 * Whether an application answers the routes of one path and method in every version with the same bytes. Then nothing of the answer depends on the
 * version that a request names; otherwise a cache must tell the versions apart (RFC 9111, section 4.1).
 */
export const isAnsweredAlike = (
  group: readonly Pick<Route, 'relayed' | 'version'>[],
  names: readonly string[],
): boolean =>
  group.every(({ relayed }) => relayed === 'bytes') &&
  names.every((name) => group.some(({ version }) => version === name));
