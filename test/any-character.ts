import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };
const lastCodePoint = 0x10ffff;

/** Any code point but half a pair, as a unit of `fc.string`. fast-check's own `binary` keeps a table of all, which each worker builds. */
export const anyCharacter = fc.integer({ min: 0, max: lastCodePoint - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (character) => {
    if (typeof character !== 'string' || [...character].length !== 1) throw new Error('Not one character.');
    const code = character.codePointAt(0)!;
    return code < surrogates.from ? code : code - surrogates.count;
  },
);
