import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../json/read-yaml.js';
import { parseExceptions } from './parse-exceptions.js';
import { exceptionsSchema } from './testing/exceptions-schema.js';

const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(exceptionsSchema);
const rest = 'pointer: /paths, reason: Nobody sends it., owner: a, expires: "2027-03-01"';
const judge = (text: string) => [parseExceptions(text).problems.length === 0, isValid(readYaml(text).value)];

describe('the published schema of exceptions.yaml', () => {
  it('is schemas/exceptions.schema.json', async () => {
    await expect(`${JSON.stringify(exceptionsSchema, null, 2)}\n`).toMatchFileSnapshot(
      '../../../schemas/exceptions.schema.json',
    );
  });

  it.each([
    [''],
    ['[]'],
    [`- { id: api-removed-without-deprecation, version: "2", method: GET, path: /a, ${rest} }`],
    [`- { id: "request-*", version: ["1", "2"], ${rest} }`],
    [`- { id: released-change-edited, ${rest} }`],
  ])('accepts what svc reads: %s', (text) => {
    expect(judge(text)).toEqual([true, true]);
  });

  it.each([
    ['a: 1'],
    ['- a'],
    [`- { id: api-removed, ${rest} }`],
    [`- { id: api-removed-without-deprecation, version: 2, ${rest} }`],
    [`- { id: api-removed-without-deprecation, version: [], ${rest} }`],
    [`- { id: api-removed-without-deprecation, verison: "2", ${rest} }`],
    [`- { id: api-removed-without-deprecation, ${rest.replace('2027-03-01', 'soon')} }`],
    [`- { id: api-removed-without-deprecation, ${rest.replace('owner: a, ', '')} }`],
    [`- { id: api-removed-without-deprecation, ${rest.replace('pointer: /paths, ', '')} }`],
  ])('refuses what svc refuses: %s', (text) => {
    expect(judge(text)).toEqual([false, false]);
  });
});
