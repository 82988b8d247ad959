import fc from 'fast-check';

const octet = fc.integer({ min: 0, max: 255 });
const start = fc.constantFrom(
  [127, 0, 0, 1],
  [10, 0, 0, 1],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [172, 31, 255, 255],
  [192, 168, 1, 1],
  [100, 100, 100, 200],
  [0, 0, 0, 0],
  [192, 0, 0, 192],
  [198, 18, 0, 1],
  [224, 0, 0, 1],
  [240, 0, 0, 1],
  [255, 255, 255, 255],
  [168, 63, 129, 16],
);

/** An IPv4 address that is inside, near the border of its range or well within. */
export const internalAddress: fc.Arbitrary<readonly number[]> = fc.oneof(
  start,
  fc.tuple(fc.constantFrom(127, 10, 0, 240, 230), octet, octet, octet),
);

const hex = (...octets: readonly number[]) => octets.map((one) => one.toString(16).padStart(2, '0')).join('');
const number = ([a, b, c, d]: readonly number[]) => ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0;
const two = ([a, b, c, d]: readonly number[]) => `${hex(a!, b!)}:${hex(c!, d!)}`;
const circled = (text: string) =>
  [...text]
    .map((one) => (/[1-9]/.test(one) ? String.fromCodePoint(0x2460 + Number(one) - 1) : one === '.' ? '。' : one))
    .join('');

/** All the ways to write one address as the host of a URL. */
const spellings: readonly ((octets: readonly number[]) => string)[] = [
  (o) => o.join('.'),
  (o) => `${o.join('.')}.`,
  (o) => String(number(o)),
  (o) => `0x${number(o).toString(16)}`,
  (o) => `0${number(o).toString(8)}`,
  (o) => o.map((one) => `0x${one.toString(16)}`).join('.'),
  (o) => o.map((one) => `0${one.toString(8)}`).join('.'),
  (o) => `${o[0]}.${(o[1]! << 16) | (o[2]! << 8) | o[3]!}`,
  (o) => circled(o.join('.')),
  (o) => o.join('.').replaceAll('.', '%2e'),
  (o) => `[::ffff:${o.join('.')}]`,
  (o) => `[::ffff:${two(o)}]`,
  (o) => `[0:0:0:0:0:FFFF:${two(o)}]`,
  (o) => `[::${o.join('.')}]`,
  (o) => `[::ffff:0:${two(o)}]`,
  (o) => `[64:ff9b::${o.join('.')}]`,
  (o) => `[64:ff9b:1::${two(o)}]`,
  (o) => `[2002:${two(o)}::1]`,
  (o) => `[2001:0:${two(o)}::1]`,
  () => '[::1]',
  () => '[::]',
  (o) => `[fe80::${two(o)}]`,
  (o) => `[fd00:ec2::${two(o)}]`,
  (o) => `[fec0::${two(o)}]`,
  (o) => `[ff02::${two(o)}]`,
];

/** URLs that lead inside, however their hosts are written; `ports` are such as `:6379`, or empty. */
export const hostileUrls = (...ports: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      octets: internalAddress,
      spell: fc.constantFrom(...spellings),
      scheme: fc.constantFrom('http', 'https', 'HTTPS'),
      port: fc.constantFrom(...ports),
      path: fc.constantFrom('/', '/latest/meta-data/', '?a=https://example.com', '#@example.com', '\\@example.com'),
      user: fc.constantFrom('', 'example.com@', 'example.com:443@'),
    })
    .map(({ octets, spell, scheme, port, path, user }) => `${scheme}://${user}${spell(octets)}${port}${path}`);
