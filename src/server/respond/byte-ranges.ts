/** A part of a file; both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** More than clients ask for: each costs a head of its own. */
const mostRanges = 50;

/**
 * The parts that a Range header asks for, in its order (RFC 9110, section 14.1.2). null: send all of it, because the header is none of
 * ranges in bytes, or asks for more than there is. Empty: nothing of it is in the file.
 */
export function readRanges(header: string, size: number): readonly ByteRange[] | null {
  const specs = /^bytes\s*=(.*)$/i
    .exec(header.trim())?.[1]
    ?.split(',')
    .map((spec) => spec.trim());
  if (!specs) return null;
  const given = specs.filter((spec) => spec !== '');
  if (given.length === 0 || given.length > mostRanges) return null;
  const ranges: ByteRange[] = [];
  for (const spec of given) {
    const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
    if (first === '' && last === '') return null;
    if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
    if (start <= end) ranges.push({ start, end });
  }
  const asked = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return ranges.length > 1 && asked > size ? null : ranges;
}
