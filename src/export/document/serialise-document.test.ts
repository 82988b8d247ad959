import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runs } from '../../../test/property-runs.js';
import { writeYaml } from './serialise-document.js';
import { anyCharacter } from '../../../test/any-character.js';

it('parses back to the same data', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', ':', '#', '-', '"', "'", '|', '>', '0', '.') }),
    fc.constantFrom(
      'true',
      'No',
      'null',
      '~',
      '1e3',
      '0x1f',
      '2026-09-01',
      '- a',
      '? b',
      '&c',
      '*d',
      '!e',
      '%f',
      '@g',
      '`h',
      'a: b',
      'a #b',
      '',
      ' ',
      'a\nb',
      'a\n\n b',
      '\n',
      '...',
      '---',
      'a\n---\nb',
    ),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        tie('tree'),
        { maxKeys: 4 },
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(parse(writeYaml(value), { maxAliasCount: 0 })).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    runs(400),
  );
});

it('is readable', () => {
  expect(
    writeYaml({
      openapi: '3.1.0',
      paths: {
        '/a/{id}': {
          get: {
            tags: ['A'],
            description: 'One.\n\nTwo.',
            parameters: [{ name: 'id', in: 'path', schema: {} }],
            responses: { 200: { description: 'OK' } },
          },
        },
      },
      list: [],
      nested: [[1, 2], []],
    }),
  ).toBe(`openapi: "3.1.0"
paths:
  "/a/{id}":
    get:
      tags:
        - A
      description: |-
        One.

        Two.
      parameters:
        - name: id
          in: path
          schema: {}
      responses:
        "200":
          description: OK
list: []
nested:
  - - 1
    - 2
  - []
`);
});
