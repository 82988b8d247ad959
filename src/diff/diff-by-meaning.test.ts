import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, objectAt, type Json, type JsonObject } from '../json/json.js';
import { runs } from '../../test/property-runs.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { anySchema, anyValue } from '../jsonschema/containment/testing/schemas.js';
import { diffPlaces } from './diff-documents.js';
import { changeAt, isEqualIn, mutations, nameExtracted, rewrites } from './testing/rewrites.js';

const document = (schema: Json, schemas: JsonObject): JsonObject => {
  const body = { content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: { '/any': { post: { requestBody: body, responses: { 200: { description: '', ...body } } } } },
    components: { schemas },
  };
};
const diff = (base: JsonObject, revision: JsonObject) =>
  diffPlaces(base, revision, { asOf: '2026-11-20', severity: new Map([['by-the-letter', 'error']]) });

/** The schemas of documents in this repository, each with the components that it refers to. */
const realSchemas = ['contracts/v1.json', 'fixtures/documents/story.v2.openapi.json'].flatMap((file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const schemas = objectAt(objectAt((JSON.parse(text) as JsonObject)['components'])['schemas']);
  return Object.values(schemas).map((schema) => ({ schema: schema ?? true, schemas }));
});

const steps = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...Object.values(rewrites))), {
  minLength: 1,
  maxLength: 5,
});

function rewrite(schema: Json, schemas: JsonObject, rules: readonly (readonly [number, (typeof rewrites)[string]])[]) {
  const extracted: Record<string, Json | undefined> = { ...schemas };
  const extract = (inner: Json): JsonObject => {
    const name = nameExtracted(inner, Object.keys(extracted).length);
    extracted[name] = inner;
    return { $ref: `#/components/schemas/${name}` };
  };
  const rewritten = rules.reduce<Json>(
    (current, [position, rule]) =>
      isEqualIn(current, rule) ? changeAt(current, position, (node) => rule(node, extract)) : current,
    schema,
  );
  return document(rewritten, extracted);
}

/** What `maxContains` counts is undecided where the schema under `contains` is written differently. */
const countsNothing = (schema: Json) => !JSON.stringify(schema).includes('maxContains');

describe('rewrites that change nothing', () => {
  const schemas = {
    'random schemas': anySchema.filter(countsNothing).map((schema) => ({ schema, schemas: {} })),
    'schemas of real documents': fc.constantFrom(...realSchemas),
  } as const;
  it.each(Object.entries(schemas))('of %s have no finding, but that some are undecided', (_, arbitrary) => {
    const tries = runs(30);
    let undecided = 0;
    fc.assert(
      fc.property(
        arbitrary as (typeof schemas)['schemas of real documents'],
        steps,
        ({ schema, schemas: components }, rules) => {
          const [base, revision] = [document(schema, components), rewrite(schema, components, rules)];
          const found = [...diff(base, revision), ...diff(revision, base)].filter(({ level }) => level !== 'info');
          const isPossible = found.length > 0 && found.every(({ message }) => message.includes('possibly'));
          if (isPossible) undecided += 1;
          else expect(found.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
        },
      ),
      tries,
    );
    expect(undecided).toBeLessThanOrEqual(1 + tries.numRuns * 0.02);
  });

  it.each(Object.keys(rewrites))('%s applies to some schema', (name) => {
    const applied = fc.sample(anySchema, 400).some((schema) => {
      let isApplied = false;
      for (let position = 0; position < 12; position += 1)
        changeAt(schema, position, (node) => {
          isApplied ||= rewrites[name]!(node, () => ({})) !== null;
          return null;
        });
      return isApplied;
    });
    expect(applied || name === 'members of a choice and beside it').toBe(true);
  });
});

describe('what is not decided', () => {
  it.each([
    ['back references', '^(a+)\\1$', '^(a+)\\1b?$'],
    ['more states than the steps allow', '^(?:a|b)*a(?:a|b){40}$', '^(?:a|b)*a[ab]{40}$'],
  ])('%s: a warning in both directions', (_, before, after) => {
    const [base, revision] = [before, after].map((pattern) => document({ type: 'string', pattern }, {}));
    expect(diff(base!, revision!).map(({ id, level }) => `${level} ${id}`)).toEqual([
      'warning request-body-pattern-changed',
      'warning response-body-pattern-changed',
    ]);
  });
});

describe('mutations, with Ajv as judge', () => {
  it('every request that accepts less and every answer that allows more is an error, or possibly one', () => {
    const compile = createOracle();
    const tries = runs(120);
    const counts = { narrowed: 0, possibly: 0, wrong: [] as string[] };
    const mutation = fc.tuple(fc.nat(40), fc.constantFrom(...mutations));
    const values = fc.array(anyValue, { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(anySchema, fc.array(mutation, { minLength: 1, maxLength: 2 }), values, (schema, changes, samples) => {
        const mutated = changes.reduce<Json>(
          (current, [position, change]) => changeAt(current, position, change),
          schema,
        );
        const [before, after] = [compile(schema), compile(mutated)];
        const isNarrowed = samples.some((value) => before(value) && !after(value));
        if (!isNarrowed || !isObject(mutated)) return;
        for (const [base, revision, direction] of [
          [schema, mutated, 'request'],
          [mutated, schema, 'response'],
        ] as const) {
          counts.narrowed += 1;
          const found = diff(document(base, {}), document(revision, {})).filter(({ id, message }) =>
            `${id} ${message}`.includes(direction),
          );
          if (found.some(({ level }) => level === 'error')) {
            if (found.every(({ level, message }) => level !== 'error' || message.includes('possibly')))
              counts.possibly += 1;
          } else if (found.some(({ message }) => message.includes('possibly'))) counts.possibly += 1;
          else counts.wrong.push(JSON.stringify({ base, revision, direction }));
        }
      }),
      tries,
    );
    expect(counts.wrong).toEqual([]);
    expect(counts.narrowed).toBeGreaterThan(tries.numRuns / 20);
    expect(counts.possibly).toBeLessThanOrEqual(1 + counts.narrowed * 0.02);
  });
});
