import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json, JsonObject } from '../json/json.js';
import { createContainmentSearch, type Use } from '../jsonschema/containment/containment.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { anySchema, anyValue } from '../jsonschema/containment/testing/schemas.js';
import { openDocument } from '../openapi/open-document.js';
import { schemaSource } from '../openapi/schema-source.js';
import { changeAt, isEqualIn, mutations, rewrites } from './testing/rewrites.js';

const documentOf = (schemas: JsonObject): JsonObject => ({ openapi: '3.1.0', components: { schemas } });
const searchIn = (base: JsonObject, revision: JsonObject) =>
  createContainmentSearch({ base: schemaSource(openDocument(base)), revision: schemaSource(openDocument(revision)) });
const request: Use = { direction: 'request', textual: 'no' };
const uses = fc.constantFrom<Use>(request, { direction: 'response', textual: 'no' });
/** What `maxContains` counts is undecided where the schema under `contains` is written differently. */
const countsNothing = (schema: Json) => !JSON.stringify(schema).includes('maxContains');

describe('whether schemas accept the same values', () => {
  it('a schema that is written differently is never said to be another one, and seldom undecided', () => {
    const rules = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...Object.values(rewrites))), {
      minLength: 1,
      maxLength: 5,
    });
    const tries = runs(100);
    let undecided = 0;
    fc.assert(
      fc.property(anySchema.filter(countsNothing), rules, uses, (schema, changes, use) => {
        const components: Record<string, Json | undefined> = {};
        const extract = (inner: Json): JsonObject => {
          const name = `Extracted${Object.keys(components).length}`;
          components[name] = inner;
          return { $ref: `#/components/schemas/${name}` };
        };
        const other = changes.reduce<Json>(
          (current, [position, rule]) =>
            isEqualIn(current, rule) ? changeAt(current, position, (node) => rule(node, extract)) : current,
          schema,
        );
        const verdict = searchIn(documentOf({}), documentOf(components)).areEqual(
          { base: schema, revision: other },
          use,
        );
        expect(verdict).not.toBe(false);
        if (verdict === null) undecided += 1;
      }),
      tries,
    );
    expect(undecided).toBeLessThanOrEqual(1 + tries.numRuns * 0.02);
  });

  it('what is equal no value tells apart, and what is not some value does, with Ajv as judge', () => {
    const compile = createOracle();
    const change = fc.tuple(fc.nat(40), fc.constantFrom(...mutations));
    const values = fc.array(anyValue, { minLength: 40, maxLength: 40 });
    const counts = { equal: 0, different: 0, shown: 0 };
    fc.assert(
      fc.property(anySchema, change, values, (schema, [position, mutate], samples) => {
        const other = changeAt(schema, position, mutate);
        const [before, after] = [compile(schema), compile(other)];
        const search = searchIn(documentOf({}), documentOf({}));
        const verdict = search.areEqual({ base: schema, revision: other }, request);
        if (verdict === true) {
          counts.equal += 1;
          expect(samples.filter((value) => before(value) !== after(value))).toEqual([]);
        }
        if (verdict !== false) return;
        counts.different += 1;
        const found = [
          { base: schema, revision: other },
          { base: other, revision: schema },
        ].map((nodes) => search.findRefused(nodes, request, 'strict'));
        expect(found.map(({ kind }) => kind)).not.toEqual(['contained', 'contained']);
        for (const one of found) {
          if (one.kind !== 'witness') continue;
          counts.shown += 1;
          expect(before(one.witness.value)).not.toBe(after(one.witness.value));
        }
      }),
      runs(150),
    );
    expect(counts.equal).toBeGreaterThan(0);
    expect(counts.shown).toBeGreaterThanOrEqual(counts.different * 0.95);
  });
});
