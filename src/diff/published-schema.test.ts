import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { exceptFindings } from '../contract/exceptions/except-results.js';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { pointerTo, valueAt } from '../json/pointer.js';
import { diffDocuments } from './diff-documents.js';
import { diffReport } from './diff-report.js';
import type { Finding } from './finding.js';
import { anyDocument } from './testing/any-document.js';
import { documentChanges } from './testing/document-changes.js';
import { asOf, fixtures } from './testing/read-fixtures.js';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/diff.schema.json', import.meta.url), 'utf8'),
) as JsonObject;
const accepts = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false }).compile(
  schema,
);

/** The same schema where no object may have a member that it does not describe. */
const closed = (one: Json, name = ''): Json => {
  if (Array.isArray(one)) return one.map((item: Json) => closed(item));
  if (!isObject(one)) return one;
  const inside = Object.fromEntries(Object.entries(one).map(([key, value]) => [key, closed(value as Json, key)]));
  const isShared = name === 'subject' || name === 'reach';
  return one['type'] === 'object' && !isShared ? { ...inside, unevaluatedProperties: false } : inside;
};
const acceptsOnly = new Ajv2020({ strict: false }).compile(closed(schema) as JsonObject);

const output = (findings: readonly Finding[]) =>
  JSON.parse(JSON.stringify(diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings }).json())) as Json;
const findingsOf = ({
  base,
  revision,
  options,
}: typeof fixtures extends ReadonlyMap<string, infer One> ? One : never) =>
  diffDocuments(base, revision, { asOf, ...options });

/** One output with everything that outputs may have: several places, two versions, a rename, witnesses, exceptions. */
const full = (): Json => {
  const parameter = (schema: Json): JsonObject => ({ name: 'limit', in: 'query', schema });
  const document = (name: string, order: Json): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'Any', version: '1.0.0' },
    components: { schemas: { Order: order } },
    paths: Object.fromEntries(
      ['/a', '/b'].map((path) => {
        const content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } };
        const limit = parameter(name === 'base' ? { type: 'integer' } : { type: 'integer', minimum: 1 });
        return [
          path,
          { post: { parameters: [limit], requestBody: content, responses: { 200: { description: '', ...content } } } },
        ];
      }),
    ),
  });
  const order = (name: string, size: JsonObject): Json => ({
    type: 'object',
    properties: { [name]: { type: 'string', maxLength: 3 }, size: { type: 'integer', ...size } },
  });
  const findings = ['1', '2'].flatMap((apiVersion) =>
    diffDocuments(document('base', order('name', {})), document('revision', order('title', { maximum: 9 })), {
      asOf,
      apiVersion,
    }),
  );
  const entry = {
    id: 'request-parameter-min-set' as const,
    versions: ['1', '2'],
    method: 'POST',
    path: '/a',
    pointer: '**',
    folded: null,
    reason: 'Nobody sends it.',
    owner: 'orders-team',
    expires: '2026-12-31',
    line: 1,
  };
  const given = { exceptions: [entry, { ...entry, path: '/z', line: 9 }], file: 'contracts/exceptions.yaml' };
  const { remaining, describe: withExceptions } = exceptFindings(findings, given, asOf);
  const concerns = [{ consumer: 'shop-web', releases: ['5.2'], where: 'src/list.ts:14', isCertain: true }];
  const folded = { results: 7, digest: '0123456789abcdef' };
  const concerned = remaining.map((finding) => ({ ...finding, folded, concerns }));
  const report = diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings: concerned });
  return JSON.parse(JSON.stringify(withExceptions(report).json())) as Json;
};

/** Every place of a value, the whole included. */
const placesIn = (value: Json, at: readonly string[] = []): readonly (readonly string[])[] => [
  at,
  ...(Array.isArray(value)
    ? value.flatMap((item: Json, index) => placesIn(item, [...at, String(index)]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => placesIn(one as Json, [...at, key]))
      : []),
];
const change = (value: Json, at: readonly string[], edit: (owner: Record<string, Json>, key: string) => void): Json => {
  const copy = structuredClone(value) as Json;
  edit(valueAt(copy, at.slice(0, -1)) as Record<string, Json>, at.at(-1)!);
  return copy;
};
const optional = new Set(['renamed', 'folded', 'fix', 'sentAs', 'suppressed', 'exceptions', 'consumers']);

describe('the published schema of svc diff --format json', () => {
  it.each([...fixtures])('describes what is printed of %s, and nothing more is printed', (_, fixture) => {
    const printed = output(findingsOf(fixture));
    expect(accepts(printed) || accepts.errors).toBe(true);
    expect(acceptsOnly(printed) || acceptsOnly.errors).toBe(true);
  });

  it('describes what is printed of any two documents', () => {
    const change = fc.tuple(fc.nat(9999), fc.constantFrom(...documentChanges));
    const count = { results: 0, witnesses: 0 };
    fc.assert(
      fc.property(anyDocument, fc.array(change, { minLength: 1, maxLength: 4 }), (base, changes) => {
        const revision = changes.reduce((current, [position, apply]) => apply(current, position) ?? current, base);
        const findings = diffDocuments(base, revision, { asOf });
        const printed = output(findings);
        count.results += findings.length;
        count.witnesses += findings.filter(({ witness }) => witness).length;
        expect(accepts(printed) || accepts.errors).toBe(true);
        expect(acceptsOnly(printed) || acceptsOnly.errors).toBe(true);
      }),
      runs(40),
    );
    expect(Math.min(count.results, count.witnesses)).toBeGreaterThan(0);
  });

  const whole = full();
  const isFree = (at: readonly string[]) =>
    at.lastIndexOf('value') > at.lastIndexOf('witness') && at.includes('witness');

  it('describes an output with everything', () => {
    expect(accepts(whole) || accepts.errors).toBe(true);
    expect(acceptsOnly(whole) || acceptsOnly.errors).toBe(true);
    const members = new Set(placesIn(whole).map((at) => at.at(-1)));
    for (const name of [...optional, 'witness', 'apiVersions', 'places']) expect([...members]).toContain(name);
  });

  it('refuses each output in which a value has another type', () => {
    const other = (value: Json): Json => (isObject(value) ? 7.5 : Array.isArray(value) ? 'list' : { other: true });
    const changed = placesIn(whole).filter((at) => at.length > 0 && !isFree(at));
    expect(changed.length).toBeGreaterThan(200);
    for (const at of changed)
      expect([pointerTo(at), accepts(change(whole, at, (owner, key) => (owner[key] = other(owner[key]!))))]).toEqual([
        pointerTo(at),
        false,
      ]);
  });

  it('refuses each output without a member that it always has', () => {
    const members = placesIn(whole).filter(
      (at) => at.length > 0 && !isFree(at.slice(0, -1)) && !/^\d+$/.test(at.at(-1)!) && !optional.has(at.at(-1)!),
    );
    for (const at of members)
      expect([pointerTo(at), accepts(change(whole, at, (owner, key) => delete owner[key]))]).toEqual([
        pointerTo(at),
        false,
      ]);
  });

  it.each<[string, readonly string[], Json]>([
    ['another version', ['version'], 1],
    ['an unknown level', ['results', '0', 'level'], 'fatal'],
    ['an id that is none', ['results', '0', 'id'], 'Not An Id'],
    ['a pointer that is none', ['results', '0', 'pointer'], 'paths/a'],
    ['a day that is none', ['asOf'], 'today'],
    ['a negative count', ['counts', 'errors'], -1],
    ['no place', ['results', '0', 'places'], []],
    ['a version twice', ['results', '0', 'apiVersions'], ['1', '1']],
  ])('refuses %s', (_, at, value) => {
    expect(accepts(change(whole, at, (owner, key) => (owner[key] = value)))).toBe(false);
  });
});
