import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseDocument, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readYaml, YamlError } from './read-yaml.js';

const read = (text: string) => readYaml(text).value;
/** A second reader of the same language; undefined for what it cannot read. */
const readElsewhere = (text: string): unknown => {
  const document = parseDocument(text, { stringKeys: true, uniqueKeys: true, merge: true, logLevel: 'error' });
  return document.errors.length > 0 ? undefined : (document.toJS() as unknown);
};

describe('readYaml', () => {
  it('reads whatever is written in any style', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[-+.0-9eExXo_:# '"~<>|\n&*!%@a-fnN]{0,8}$/),
      fc.constantFrom(
        'true',
        'null',
        '~',
        '1.10',
        '0x10',
        '0o7',
        '.inf',
        '200',
        '',
        ' ',
        'a\n b\n',
        '- x',
        '<<',
        '2026-11-20',
        '1_000',
        'yes',
        '__proto__',
      ),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          text.filter((key) => key !== '<<' && key !== '__proto__'),
          tie('any'),
          { maxKeys: 3 },
        ),
      ),
    })).any;
    const style = fc.record({
      collectionStyle: fc.constantFrom('block', 'flow', 'any'),
      defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'),
      indent: fc.integer({ min: 2, max: 6 }),
    });
    fc.assert(
      fc.property(value, style, (written, options) => {
        const source = stringify(written, { ...options, aliasDuplicateObjects: false });
        fc.pre(isDeepStrictEqual(readElsewhere(source), written));
        expect(read(source)).toEqual(written);
      }),
    );
  });

  it.each([
    '1',
    '-1',
    '+1',
    '0o17',
    '0x1F',
    '1.5',
    '1.',
    '.5',
    '-.5',
    '1e3',
    '1.5E-3',
    '.inf',
    '-.Inf',
    'true',
    'TRUE',
    'tRUE',
    'false',
    'null',
    'Null',
    '~',
    '',
    'yes',
    'on',
    '1_000',
    '0b11',
    '017',
    '12:30',
    '2026-11-20',
    '2026-11-20T10:00:00Z',
    '=',
    '<<',
    '9007199254740993',
    '!!str 1',
    "!!int '7'",
    '!include a.yaml',
    '! 1',
    '"\\u00e9\\n"',
    "'it''s'",
  ])('takes the scalar %j for what it is, as a value and as a name', (scalar) => {
    expect(read(`a: ${scalar}`)).toEqual(readElsewhere(`a: ${scalar}`));
    expect(read(`[${scalar}]`)).toEqual(readElsewhere(`[${scalar}]`));
    if (!['<<', ''].includes(scalar) && !scalar.startsWith('!'))
      expect(Object.keys(read(`${scalar}: a`) as object)).toEqual(Object.keys(readElsewhere(`${scalar}: a`) as object));
  });

  it.each([
    'a: &x {b: 1}\nc: *x\nd: [*x]\n',
    'a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\ne:\n  c: 4\n  <<: [*x, {f: 5}]\n',
    '# about\n---\na: 1 # one\n...\n',
    'a: |\n  one\n   two\n\nb: >-\n  one\n  two\n\n  three\nc: |+\n  x\n\n',
    'a:\n- 1\n- - 2\n  - 3\n- b: 1\n  c: 2\n',
    'a: plain\n  over lines\nb: "quoted\n  over lines"\n',
    '? a\n: 1\n? long key\n: 2\n',
    'a: 1\r\nb:\r\n  - 2\r\n',
    'a: !thing {b: 1}\nc: !other [1]\n',
  ])('reads %j as everybody does', (text) => {
    expect(read(text)).toEqual(readElsewhere(text));
  });

  it.each([
    ['a: 1\nb: 2\na: 3\n', 'duplicated mapping key at line 3, column 1'],
    ['{1: a, "1": b}', 'duplicated mapping key at line 1, column 9'],
    ['a: [1', /at line 1, column \d+$/],
    ['a: 1\n b: 2\n', /at line 2, column \d+$/],
    ['a: *nowhere\n', 'unidentified alias "nowhere" at line 1, column 5'],
    ['a: 1\n---\nb: 2\n', 'it holds several documents; write one.'],
  ])('says where %j is wrong', (text, message) => {
    expect(() => read(text)).toThrow(YamlError);
    expect(() => read(text)).toThrow(message);
  });

  it('reads nothing as null', () => {
    expect(read('')).toBeNull();
    expect(read('# only words\n')).toBeNull();
  });
});
