import type { AddressRules } from './address-rules.js';

/** An address to connect to. */
export interface ReachedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a host name; rejects for a name without any. */
export type ResolveHost = (hostname: string) => Promise<readonly ReachedAddress[]>;

/** An attempt that no connection was made for. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/**
 * The addresses of a URL that may be reached: its name is resolved once, and each address is checked. Throws an EgressRefused where none may be, and
 * rejects for a name that cannot be resolved.
 */
export async function findWay(url: URL, rules: AddressRules, resolve: ResolveHost): Promise<readonly ReachedAddress[]> {
  const literal = literalOf(url);
  const found = literal ? [literal] : await resolve(url.hostname);
  const judged = found.map((one) => ({ one, why: rules.judge(one.address) }));
  const reached = judged.filter(({ why }) => why === 'listed' || (why === 'public' && url.protocol === 'https:'));
  if (reached.length > 0) return reached.map(({ one }) => one);
  if (judged.some(({ why }) => why === 'public'))
    throw new EgressRefused('Public addresses are reached over https alone.');
  throw new EgressRefused(`${url.hostname} has no address that may be reached.`);
}

/** The address of a URL whose host is one; URL has read every other spelling of it. */
export function literalOf({ hostname }: URL): ReachedAddress | null {
  if (hostname.startsWith('[')) return { address: hostname.slice(1, -1), family: 6 };
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? { address: hostname, family: 4 } : null;
}
