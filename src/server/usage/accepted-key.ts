import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type GuardClass } from '../../routing/declare/route-schemas.js';
import { isOpen, readSecurity } from '../../routing/declare/security.js';
import { bearerOnly, type SecurityScheme } from '../../routing/table/security-schemes.js';
import { queryOf } from '../../routing/table/path.js';

type ReadKey = (req: IncomingMessage) => string | undefined;

/** Kept in memory only, and forgotten together. */
const mostHashes = 10_000;

/**
 * Reads the key that the guards of a route have accepted, as a hash that names its consumer; null for a route whose guards check none. Where a
 * guard accepts one of several credentials, a request that sends more than one of them has no key.
 */
export function acceptedKey(
  guards: readonly GuardClass[],
  schemes: Readonly<Record<string, SecurityScheme>> = bearerOnly,
): ((req: IncomingMessage) => string | null) | null {
  const alternatives = guards.flatMap(({ security }) => (security === undefined ? [] : (readSecurity(security) ?? [])));
  if (alternatives.length === 0 || alternatives.some(isOpen)) return null;
  const names = [...new Set(alternatives.map((requirement) => Object.keys(requirement)[0]!))];
  const readers = names.flatMap((name) => keyReader(schemes[name]) ?? []);
  if (readers.length < names.length) return null;
  const hashes = new Map<string, string>();
  return (req) => {
    const keys = readers.map((read) => read(req)).filter((key) => key !== undefined);
    if (keys.length !== 1) return null;
    const known = hashes.get(keys[0]!);
    if (known !== undefined) return known;
    if (hashes.size >= mostHashes) hashes.clear();
    const hash = createHash('sha256').update(keys[0]!).digest('hex').slice(0, 16);
    hashes.set(keys[0]!, hash);
    return hash;
  };
}

function keyReader(scheme: SecurityScheme | undefined): ReadKey | null {
  if (scheme?.type === 'http' || scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect')
    return ({ headers }) => headers.authorization;
  if (scheme?.type !== 'apiKey') return null;
  const { name } = scheme;
  switch (scheme.in) {
    case 'header':
      return ({ headers }) => text(headers[name.toLowerCase()]);
    case 'query':
      return ({ url = '' }) => new URLSearchParams(queryOf(url)).get(name) ?? undefined;
    case 'cookie':
      return ({ headers: { cookie = '' } }) => readCookie(cookie, name);
  }
}

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

function readCookie(cookies: string, name: string): string | undefined {
  const own = cookies.split(';').find((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return own?.slice(own.indexOf('=') + 1).trim();
}
