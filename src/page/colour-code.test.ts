import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourCode } from './colour-code.js';
import { anyCharacter } from '../../test/any-character.js';

describe('the colours of code', () => {
  it.each(['json', 'script', 'shell'] as const)('leave the text of %s as it is', (language) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (text) => {
        expect(
          colourCode(text, language)
            .map(([, piece]) => piece)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('tell keys, strings, numbers and words apart', () => {
    expect(colourCode('{"a": "1", "b": [-2.5e3, true]}', 'json').filter(([kind]) => kind !== null)).toEqual([
      ['k', '"a"'],
      ['s', '"1"'],
      ['k', '"b"'],
      ['n', '-2.5e3'],
      ['w', 'true'],
    ]);
    expect(colourCode("curl --header 'X-Key: 7' https://a.example/7", 'shell').filter(([kind]) => kind)).toEqual([
      ['w', 'curl'],
      ['k', '--header'],
      ['s', "'X-Key: 7'"],
    ]);
  });
});
