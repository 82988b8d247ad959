import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GuardClass } from '../../routing/declare/guard.js';
import { isOpen, readSecurity } from '../../routing/declare/security.js';
import { bearerOnly, type SecurityScheme } from '../../routing/table/security-schemes.js';
import { queryOf } from '../../routing/table/path.js';
import { readCookies } from '../request/cookies.js';
import type { RecentTexts } from './recent-texts.js';

type ReadKey = (req: IncomingMessage) => string | undefined;

/**
 * Reads the key of a request as a hash that names its consumer. `isAccepted`: whether the guards have run; before that, only a key that
 * some guard has accepted lately is known.
 */
export type KeyOf = (req: IncomingMessage, isAccepted: boolean) => string | null;

/**
 * Reads the key that the guards of a route accept; null for a route whose guards check none. Where a guard accepts one of several
 * credentials, a request that sends more than one of them has no key. `accepted` holds the hashes of accepted keys, in memory only.
 */
export function acceptedKey(
  guards: readonly GuardClass[],
  accepted: RecentTexts,
  schemes: Readonly<Record<string, SecurityScheme>> = bearerOnly,
): KeyOf | null {
  const alternatives = guards.flatMap(({ security }) => (security === undefined ? [] : (readSecurity(security) ?? [])));
  if (alternatives.length === 0 || alternatives.some(isOpen)) return null;
  const names = [...new Set(alternatives.map((requirement) => Object.keys(requirement)[0]!))];
  const readers = names.flatMap((name) => keyReader(schemes[name]) ?? []);
  if (readers.length < names.length) return null;
  return (req, isAccepted) => {
    const keys = readers.map((read) => read(req)).filter((key) => key !== undefined);
    if (keys.length !== 1) return null;
    return accepted.get(keys[0]!) ?? (isAccepted ? accepted.keep(keys[0]!, hashOf(keys[0]!)) : null);
  };
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16);

function keyReader(scheme: SecurityScheme | undefined): ReadKey | null {
  if (scheme?.type === 'http' || scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect')
    return ({ headers: { authorization } }) => authorization?.slice(authorization.indexOf(' ') + 1).trimStart();
  if (scheme?.type !== 'apiKey') return null;
  const { name } = scheme;
  switch (scheme.in) {
    case 'header':
      return ({ headers }) => text(headers[name.toLowerCase()]);
    case 'query':
      return ({ url = '' }) => new URLSearchParams(queryOf(url)).get(name) ?? undefined;
    case 'cookie':
      return ({ headers }) => readCookies(headers.cookie)[name];
  }
}

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);
