import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { formats } from '../../report/formats.js';
import { render } from '../../report/testing/render.js';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments, diffOperations, diffPlaces } from '../diff-documents.js';
import { diffReport } from '../diff-report.js';
import type { Finding } from '../finding.js';

const asOf = '2026-11-20';
const options = { asOf, withoutFamilies: new Set(['version-bump'] as const) };
const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Operations that send and answer components, which refer to each other. */
const document = (schemas: JsonObject, used: readonly (readonly [sent: string, answered: string])[]): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1.0.0' },
  components: { schemas },
  paths: Object.fromEntries(
    used.map(([sent, answered], index) => [
      `/p${index}`,
      { post: { requestBody: content(ref(sent)), responses: { 200: { description: '', ...content(ref(answered)) } } } },
    ]),
  ),
});

const names = ['A', 'B', 'C', 'D'] as const;
const name = fc.constantFrom(...names);
const leaf = fc.record(
  { type: fc.constantFrom('integer', 'string'), readOnly: fc.boolean() },
  { requiredKeys: ['type'] },
);
const component = fc.record({ value: leaf, next: fc.option(name), list: fc.option(name) });
const components = fc.record({ A: component, B: component, C: component, D: component }).map(
  (all): JsonObject =>
    Object.fromEntries(
      Object.entries(all).map(([own, { value, next, list }]) => [
        own,
        {
          type: 'object',
          properties: {
            value,
            ...(next && { next: ref(next) }),
            ...(list && { list: { type: 'array', items: ref(list) } }),
          },
        },
      ]),
    ),
);
const pairs = fc.record({
  base: components,
  revision: components,
  used: fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 5 }),
});

const operationsOf = ({ method, path, reach }: Finding) =>
  reach ? reach.operations.map((one) => `${one.method} ${one.path}`) : method === null ? [] : [`${method} ${path}`];

describe('a change', () => {
  it('reaches the operations, and has the places, that each operation has alone', () => {
    fc.assert(
      fc.property(pairs, ({ base, revision, used }) => {
        const [from, to] = [document(base, used), document(revision, used)];
        const all = diffDocuments(from, to, options);
        const causes = all.filter(({ renamed }) => !renamed);
        if (causes.length < all.length) return;
        const { operations, findingsOf } = diffOperations(from, to, options);
        const alone = operations.common.flatMap(findingsOf);
        const reached = (list: readonly Finding[]) => [...new Set(list.flatMap(operationsOf))].toSorted();
        expect(reached(causes)).toEqual(reached(alone));
        expect(causes.reduce((sum, { reach }) => sum + (reach?.places ?? 1), 0)).toBe(
          diffPlaces(from, to, options).length,
        );
        for (const cause of causes) {
          const listed = cause.places ?? [cause];
          for (const { id, level, method, path, pointer } of listed)
            expect(alone).toContainEqual(expect.objectContaining({ id, level, method, path, pointer }));
          const isWhole = listed.length === (cause.reach?.places ?? 1);
          if (isWhole) expect(listed.some(({ id, level }) => id === cause.id && level === cause.level)).toBe(true);
        }
      }),
      runs(40),
    );
  });

  it('has one result with the most severe of its levels, and says what it means at each place', () => {
    const schemas = (most: number): JsonObject => ({ A: { type: 'object', properties: { size: { maximum: most } } } });
    const used = [
      ['A', 'A'],
      ['A', 'A'],
    ] as const;
    const found = diffDocuments(document(schemas(9), used), document(schemas(5), used), options);
    expect(found).toMatchObject([
      {
        id: 'request-property-max-decreased',
        level: 'error',
        method: null,
        component: 'schema A',
        pointer: '/components/schemas/A/properties/size/maximum',
        message: 'property "size": maximum decreased from 9 to 5',
        reach: { places: 4 },
      },
    ]);
    expect(found[0]!.places!.map(({ level }) => level).toSorted()).toEqual(['error', 'error', 'info', 'info']);
    const report = diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings: found });
    expect(render(report, 'pretty')).toMatchInlineSnapshot(`
      "Changes from a to b, as of 2026-11-20

      What clients must change

      schema A
        error    property "size": maximum decreased from 9 to 5, in 4 places of 2 operations.  [request-property-max-decreased]
                 witness   6 was accepted and is refused now: must not be greater than 5
                 POST /p0  request property "size", response 200 property "size" (info)
                 POST /p1  request property "size", response 200 property "size" (info)

      1 error.
      "
    `);
  });

  it('lists its most severe places first, however late they come', () => {
    const schemas = (most: number): JsonObject => ({
      A: { type: 'object', properties: { size: { type: 'integer', maximum: most } } },
      None: { type: 'object' },
    });
    const used = Array.from({ length: 60 }, (_, index) =>
      index < 57 ? (['None', 'A'] as const) : (['A', 'A'] as const),
    );
    const [found] = diffDocuments(document(schemas(9), used), document(schemas(5), used), options);
    expect(found).toMatchObject({ level: 'error', reach: { places: 63 } });
    expect(found!.places!.map(({ level }) => level)).toEqual([
      ...Array<string>(3).fill('error'),
      ...Array<string>(17).fill('info'),
    ]);
    expect(found!.places!.slice(0, 3).map(({ path }) => path)).toEqual(['/p57', '/p58', '/p59']);
  });

  it('of a ring of schemas is one result for each of them', () => {
    const ring = (type: string) =>
      document(
        Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [
            `S${index}`,
            { type: 'object', properties: { price: { type }, next: ref(`S${(index + 1) % 60}`) } },
          ]),
        ),
        Array.from({ length: 60 }, (_, index) => [`S${index}`, `S${index}`] as const),
      );
    const found = diffDocuments(ring('string'), ring('integer'), options);
    expect(found).toHaveLength(60);
    for (const { reach, places } of found) {
      expect(reach!.operations).toHaveLength(60);
      expect(reach!.places).toBeGreaterThanOrEqual(120);
      expect(places!.length).toBeLessThanOrEqual(20);
    }
  });

  it('of a shared parameter, or of a security requirement, is one result', () => {
    const make = (parameter: JsonObject, security: Json): JsonObject => ({
      openapi: '3.1.0',
      info: { title: 'Any', version: '1.0.0' },
      security,
      components: {
        parameters: { Limit: { name: 'limit', in: 'query', ...parameter } },
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
      },
      paths: Object.fromEntries(
        ['/a', '/b', '/c'].map((path) => [
          path,
          {
            get: {
              parameters: [{ $ref: '#/components/parameters/Limit' }],
              responses: { 204: { description: '' } },
            },
          },
        ]),
      ),
    });
    const before = make({ schema: { type: 'integer' } }, []);
    const shown = (after: JsonObject) =>
      diffDocuments(before, after, options)
        .filter(({ level }) => level === 'error')
        .map(({ component, pointer, reach }) => [component, pointer, reach?.operations.length]);
    expect(shown(make({ schema: { type: 'integer' }, required: true }, []))).toEqual([
      ['parameter Limit', '/components/parameters/Limit/required', 3],
    ]);
    expect(shown(make({ schema: { type: 'integer', maximum: 3 } }, []))).toEqual([
      ['parameter Limit', '/components/parameters/Limit/schema/maximum', 3],
    ]);
    expect(shown(make({ schema: { type: 'integer' } }, [{ key: [] }]))).toEqual([['security', '/security', 3]]);
  });
});

it('every format counts the same results', () => {
  fc.assert(
    fc.property(pairs, ({ base, revision, used }) => {
      const findings = diffDocuments(document(base, used), document(revision, used), options);
      const report = diffReport({ asOf, failOn: 'info', base: 'a', revision: 'b', findings });
      const count = (format: keyof typeof formats, pattern: RegExp) =>
        (render(report, format).match(pattern) ?? []).length;
      const json = JSON.parse(render(report, 'json')) as {
        readonly counts: Readonly<Record<string, number>>;
        readonly results: readonly object[];
      };
      const { errors, warnings, others } = json.counts as { errors: number; warnings: number; others: number };
      expect([json.results.length, errors! + warnings! + others!]).toEqual([findings.length, findings.length]);
      expect(count('github', /^::/gm)).toBe(findings.length);
      expect(count('junit', /<failure /g)).toBe(findings.length);
      expect((JSON.parse(render(report, 'sarif')) as { runs: { results: object[] }[] }).runs[0]!.results).toHaveLength(
        findings.length,
      );
      const words = [
        [errors, 'error'],
        [warnings, 'warning'],
        [others, 'other change'],
      ] as const;
      for (const [number, noun] of words)
        if (number > 0)
          for (const format of ['pretty', 'markdown', 'html'] as const)
            expect(render(report, format)).toContain(`${number} ${noun}${number === 1 ? '' : 's'}`);
      const totals = (report.facts?.rows ?? []).map((row) => row.slice(1).map(Number));
      if (totals.length > 0)
        expect(totals.reduce((sum, row) => sum.map((one, index) => one + row[index]!), [0, 0, 0])).toEqual([
          errors,
          warnings,
          others,
        ]);
    }),
    runs(20),
  );
});
