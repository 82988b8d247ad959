import type { IPv4, IPv6 } from 'ipaddr.js';
import type { EgressRules } from './read-egress.js';

type Address = IPv4 | IPv6;
type Library = typeof import('ipaddr.js');

/** What webhooks may connect to. */
export interface AddressRules {
  /** Whether addresses are listed, which are reached over http too. */
  readonly listsAny: boolean;
  /** Whether an address may be reached: `listed` by its own entry, or `public`; null where it may not. */
  judge(address: string): 'listed' | 'public' | null;
}

/** Addresses that look public and belong to the machine that a cloud runs a process on (Azure's platform). */
const platforms = new Set(['168.63.129.16']);

/** Loads ipaddr.js with the first endpoint. Throws a TypeError for an entry that is neither an address nor a range. */
export async function openAddressRules({ isPublic, ranges }: EgressRules): Promise<AddressRules> {
  const { default: library } = (await import('ipaddr.js')) as unknown as { readonly default: Library };
  const listed = ranges.map((text) => readRange(library, text));
  return {
    listsAny: listed.length > 0,
    judge(text) {
      const address = readAddress(library, text);
      if (address === null) return null;
      if (listed.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits)))
        return 'listed';
      return isPublic && isPublicAddress(library, address) ? 'public' : null;
    },
  };
}

/** The address that a connection reaches: an IPv4 address that is written as an IPv6 one is itself. */
function readAddress(library: Library, text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (!library.IPv4.isValidFourPartDecimal(bare) && !library.IPv6.isValid(bare)) return null;
  const address = library.parse(bare);
  return address.kind() === 'ipv6' && (address as IPv6).isIPv4MappedAddress()
    ? (address as IPv6).toIPv4Address()
    : address;
}

function isPublicAddress(library: Library, address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && !platforms.has(address.toString());
  const { parts } = address as IPv6;
  // NAT64 (RFC 6052): what the translator reaches is the embedded IPv4 address.
  if (address.match(library.IPv6.parse('64:ff9b::'), 96))
    return isPublicAddress(library, new library.IPv4(parts.slice(6).flatMap((part) => [part >> 8, part & 0xff])));
  // All that is assigned to the public (RFC 4291, section 2.4).
  return address.match(library.IPv6.parse('2000::'), 3) && address.range() === 'unicast';
}

function readRange(library: Library, text: string): readonly [Address, number] {
  try {
    const [start = '', bits] = text.split('/');
    const address = readAddress(library, start);
    if (address && bits !== undefined) return library.parseCIDR(text);
    if (address) return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    // Said below.
  }
  throw new TypeError(
    `WebhooksModule(): egress allows ${JSON.stringify(text)}, which is neither an address nor a range. Write '192.0.2.7' or '10.0.0.0/8'.`,
  );
}
