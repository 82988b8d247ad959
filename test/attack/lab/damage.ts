import fc from 'fast-check';

interface Damage {
  /** Where, as a share of the length. */
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const inserts = [
  '',
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '0',
  '\xff',
  'x'.repeat(9_000),
  'Content-Length: 3\r\n',
] as const;

/** Changes of some bytes of a request. */
export const damages = fc.array(
  fc.record<Damage>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(3),
    insert: fc.constantFrom(...inserts),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A request with its bytes changed, as latin1. */
export function damage(text: string, changes: readonly Damage[]): string {
  let bytes = text;
  for (const { at, remove, insert } of changes) {
    const place = Math.floor(at * bytes.length);
    bytes = bytes.slice(0, place) + insert + bytes.slice(place + remove);
  }
  return bytes;
}
