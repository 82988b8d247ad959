import { describeValue } from '../../changes/read-arguments.js';

/** Where webhooks may be sent: to public addresses over https, or to what is listed: addresses, CIDR ranges, and `'public'`. */
export type Egress = 'public' | { readonly allow: readonly string[] };

/** What may be reached, as it is written. */
export interface EgressRules {
  readonly isPublic: boolean;
  readonly ranges: readonly string[];
}

const example = "egress: 'public', or egress: { allow: ['10.0.0.0/8', '192.0.2.7'] }";

/** Reads the option; throws a TypeError for anything else. Whether each entry is an address is seen once ipaddr.js is loaded. */
export function readEgress(egress: unknown): EgressRules {
  if (egress === 'public') return { isPublic: true, ranges: [] };
  const { allow } = (egress ?? {}) as { readonly allow?: unknown };
  if (!Array.isArray(allow) || allow.length === 0 || !allow.every((one) => typeof one === 'string'))
    throw new TypeError(`WebhooksModule(): egress is ${describeValue(egress)}. Write ${example}.`);
  return { isPublic: allow.includes('public'), ranges: allow.filter((one) => one !== 'public') };
}
