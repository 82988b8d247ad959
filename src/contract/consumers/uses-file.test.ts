import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { joinSteps, memberStep } from '../../text/member-path.js';
import { memberPattern, parseUsesFile, sameUses, UsesFile, writeUsesFile } from './uses-file.js';

const file: UsesFile = {
  uses: 1,
  consumer: 'shop-web',
  revision: '4f1c2d0',
  api: 'books',
  version: '1',
  at: '2026-11-20',
  complete: true,
  evidence: 'scan',
  releases: [{ name: '5.2', state: 'deployed' }],
  operations: [
    {
      operation: 'GET /books',
      reads: { '200': ['[].title', '["a.b"]'] },
      sends: ['query.limit'],
      exhaustive: [],
      where: 'src/list.ts:14',
    },
  ],
};

it('the published schema is that of the reader', async () => {
  const { $schema, ...schema } = z.toJSONSchema(UsesFile, { io: 'input' });
  const text = `${JSON.stringify({ $schema, ...schema }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../schemas/uses.schema.json');
  const accepts = new Ajv2020({ strict: false }).compile(schema);
  expect(accepts(file)).toBe(true);
  expect(accepts({ ...file, more: 1 })).toBe(true);
  expect(accepts({ ...file, uses: 2 })).toBe(false);
});

describe('a file of uses', () => {
  it('is read as it was written', () => {
    expect(parseUsesFile(writeUsesFile(file))).toEqual(file);
  });

  it('says the same at another date and revision', () => {
    expect(sameUses(file, { ...file, at: '2026-11-21', revision: null })).toBe(true);
    expect(sameUses(file, { ...file, complete: false })).toBe(false);
  });

  it.each([
    ['{', /^is not JSON/],
    ['{}', /^has a wrong member "uses"/],
    [JSON.stringify({ ...file, at: 'soon' }), /^has a wrong member "at": is not a date$/],
    [JSON.stringify({ ...file, evidence: 'hearsay' }), /^has a wrong member "evidence"/],
    [
      JSON.stringify({ ...file, operations: [{ ...file.operations[0], sends: ['a..b'] }] }),
      /^has a wrong member "operations\.0\.sends\.0"/,
    ],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseUsesFile(text)).toThrow(message);
  });

  it('names every member, whatever it is called', () => {
    const pattern = new RegExp(memberPattern, 'u');
    const step = fc.oneof(fc.string().map(memberStep), fc.constantFrom('[]', '[*]', '[3]'));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        expect(steps.reduce(joinSteps, '')).toMatch(pattern);
      }),
      runs(100),
    );
  });
});
