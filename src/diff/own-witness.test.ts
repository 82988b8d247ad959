import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { isObject, listAt, sameJson, type Json, type JsonObject } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { diffPlaces } from './diff-documents.js';
import type { Finding } from './finding.js';
import { schemaChanges, type SchemaEdit } from './testing/schema-grid.js';

const documentOf = (schema: Json, direction: 'request' | 'response'): JsonObject => {
  const body = { content: { 'application/json': { schema } } };
  const answer = { responses: { 200: { description: '', ...body } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: { '/any': { post: direction === 'request' ? { requestBody: body } : answer } },
  };
};

/** What says one thing together with a keyword, so that a schema of all of them is that keyword. */
const companions: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'format', 'contentEncoding'],
  enum: ['enum', 'const'],
  items: ['items', 'prefixItems'],
  prefixItems: ['items', 'prefixItems'],
  contains: ['contains', 'minContains'],
  minContains: ['contains', 'minContains'],
  maxContains: ['contains', 'maxContains'],
  properties: ['properties', 'required'],
  additionalProperties: ['additionalProperties', 'properties', 'patternProperties'],
  if: ['if', 'then', 'else'],
  then: ['if', 'then', 'else'],
  else: ['if', 'then', 'else'],
};

/** The part of a schema that a keyword is, once for the schema itself and for each member of its `allOf`. */
function partsOf(schema: Json, keyword: string): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const own = companions[keyword] ?? [keyword];
  const isWhole = keyword.startsWith('unevaluated');
  const picked = Object.entries(schema).filter(([name]) => isWhole || own.includes(name));
  const part = Object.fromEntries(picked) as JsonObject;
  const countsNone = keyword === 'maxContains' ? { minContains: 0 } : {};
  return [{ ...part, ...countsNone }, ...listAt(schema['allOf']).flatMap((member) => partsOf(member, keyword))];
}

/** Both edits in one schema; null where they meet in a keyword. Ajv lets an empty list pass `contains` beside `prefixItems`. */
function join(left: SchemaEdit, right: SchemaEdit): SchemaEdit | null {
  const sides = (['base', 'revision'] as const).map((side) => {
    const [one, other] = [left[side], right[side]];
    if (!isObject(one) || !isObject(other)) return null;
    const isApart = Object.keys(one).every((name) => other[name] === undefined || sameJson(one[name], other[name]));
    return isApart ? { ...one, ...other } : null;
  });
  const [base, revision] = sides;
  const isJudged = ![base, revision].some((one) => one && one['contains'] !== undefined && 'prefixItems' in one);
  return base && revision && isJudged ? { base, revision } : null;
}

/** Changes that leave JSON Schema's values as they are, or that move a whole schema. */
const isElsewhere = (id: string) =>
  /discriminator|-content-(?:schema|media-type|encoding)-|x-extensible|accepts-less|allows-more|wrapped-in/.test(id);

const edits = Object.values(schemaChanges).filter((edit) => !JSON.stringify(edit).includes('$ref'));

describe('each witness of two changes at once', () => {
  it.each(['request', 'response'] as const)('is refused by what its own finding names, in a %s', (direction) => {
    const accepts = createOracle();
    const edit = fc.constantFrom(...edits);
    const judge = (finding: Finding, sender: Json, receiver: Json) => {
      const words = `${finding.level} ${finding.id}: ${JSON.stringify([sender, receiver, finding.witness?.value])}`;
      if (!finding.witness) return expect(finding.level === 'error' && !isElsewhere(finding.id), words).toBe(false);
      const { value } = finding.witness;
      expect([accepts(sender)(value), accepts(receiver)(value)], words).toEqual([true, false]);
      const tokens = tokensOf(finding.pointer);
      const keyword = tokens[tokens.indexOf('schema') + 1];
      if (keyword === undefined || isElsewhere(finding.id)) return;
      const isOwn = partsOf(receiver, keyword).some((part) => !accepts(part)(value));
      expect(isOwn, words).toBe(true);
    };
    fc.assert(
      fc.property(edit, edit, (left, right) => {
        const both = join(left, right);
        if (!both) return;
        const { base, revision } = both;
        const [sender, receiver] = direction === 'request' ? [base, revision] : [revision, base];
        for (const finding of diffPlaces(documentOf(base, direction), documentOf(revision, direction), {
          asOf: '2026-11-20',
        }))
          judge(finding, sender, receiver);
      }),
      runs(60),
    );
  });
});

/** A keyword that the base alone has, and alternatives of both sides that have it too, one of them narrower in the revision. */
const besideAlternatives = {
  minLength: [{ type: 'string', minLength: 1 }, { maxLength: 6 }, { maxLength: 2 }, { minLength: 5 }],
  maximum: [{ type: 'integer', maximum: 50 }, { minimum: 20 }, { minimum: 25 }, { maximum: 9 }],
  maxItems: [{ type: 'array', maxItems: 9 }, { minItems: 2 }, { minItems: 4 }, { maxItems: 1 }],
  pattern: [{ type: 'string', pattern: '^[a-z]*$' }, { maxLength: 6 }, { maxLength: 2 }, { pattern: '^a' }],
  required: [{ required: ['a'] }, { maxProperties: 3 }, { maxProperties: 2 }, { required: ['b'] }],
  properties: [
    { properties: { a: { type: 'string' } } },
    { required: ['b'] },
    { required: ['b', 'c'] },
    { properties: { a: { type: 'integer' } } },
  ],
} as const satisfies Readonly<Record<string, readonly [JsonObject, JsonObject, JsonObject, JsonObject]>>;

describe('a keyword that is no longer set, beside alternatives that have it', () => {
  it.each(
    Object.entries(besideAlternatives).flatMap(([keyword, schemas]) =>
      (['oneOf', 'anyOf'] as const).map((choice) => [keyword, choice, ...schemas] as const),
    ),
  )('has no witness of theirs: %s beside %s', (keyword, choice, own, wide, narrow, other) => {
    const base = {
      ...own,
      [choice]: [
        { title: 'First', ...wide },
        { title: 'Second', ...other },
      ],
    };
    const { [keyword]: _, ...rest } = own as JsonObject;
    const revision = {
      ...rest,
      [choice]: [
        { title: 'First', ...narrow },
        { title: 'Second', ...other },
      ],
    };
    const findings = diffPlaces(documentOf(base, 'request'), documentOf(revision, 'request'), { asOf: '2026-11-20' });
    const errors = findings.filter(({ level }) => level === 'error').map(({ pointer }) => tokensOf(pointer));
    expect(errors.map((tokens) => tokens[tokens.indexOf('schema') + 1])).not.toContain(keyword);
    expect(errors).not.toEqual([]);
  });
});
