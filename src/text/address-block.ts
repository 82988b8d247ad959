import { isIPv6 } from 'node:net';

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which one household shares. */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const full =
    tail === undefined
      ? groups
      : [...groups, ...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest];
  return `${full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
