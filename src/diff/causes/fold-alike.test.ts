import { describe, expect, it } from 'vitest';
import { applyExceptions } from '../../contract/exceptions/apply-exceptions.js';
import { parseExceptions } from '../../contract/exceptions/parse-exceptions.js';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import type { Json, JsonObject } from '../../json/json.js';
import { formats } from '../../report/formats.js';
import { render } from '../../report/testing/render.js';
import { diffDocuments, diffPlaces } from '../diff-documents.js';
import { diffReport } from '../diff-report.js';
import type { Finding } from '../finding.js';
import { joinVersions } from './join-versions.js';

const asOf = '2026-11-20';
const options = { asOf, withoutFamilies: new Set(['version-bump'] as const) };
const many = (count: number, of: (index: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)));

/** One component that two operations send. */
const document = (properties: JsonObject): JsonObject => {
  const content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Big' } } } };
  const operation = { requestBody: content, responses: { 204: { description: '' } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1.0.0' },
    components: { schemas: { Big: { type: 'object', properties } } },
    paths: { '/a': { post: operation }, '/b': { post: operation } },
  };
};
/** Texts of which the first so many became shorter, and the others longer. */
const texts = (count: number, shorter = count) =>
  [
    document(many(count, (index) => [`p${index}`, { type: 'string', maxLength: 50 }])),
    document(many(count, (index) => [`p${index}`, { type: 'string', maxLength: index < shorter ? 40 : 60 }])),
  ] as const;
const find = (pair: readonly [JsonObject, JsonObject]) => diffDocuments(...pair, options);
const folded = (findings: readonly Finding[]) => findings.filter((finding) => finding.folded);

describe('results of one check and level in one component', () => {
  it('stay one by one up to 500, and the next one too', () => {
    for (const count of [500, 501]) {
      expect(find(texts(count))).toHaveLength(count);
      expect(folded(find(texts(count)))).toEqual([]);
    }
  });

  it('are one result beyond that, which keeps their level, counts them and names the first', () => {
    const found = find(texts(1140, 620));
    expect(found.map(({ level }) => level).filter((level) => level === 'error')).toHaveLength(501);
    expect(folded(found)).toMatchObject([
      {
        id: 'request-property-max-length-decreased',
        level: 'error',
        method: null,
        component: 'schema Big',
        pointer: '/components/schemas/Big/properties',
        message: expect.stringMatching(
          /^120 more results of this check, such as property "p500": .* 50 to 40; property "p501": .*; property "p502": [^;]*$/,
        ),
        folded: { results: 120 },
        reach: { places: 240, operations: [{ path: '/a' }, { path: '/b' }] },
      },
      { id: 'request-property-max-length-increased', level: 'info', folded: { results: 20 } },
    ]);
    expect(folded(found)[0]!.places).toHaveLength(20);
    expect(found.findIndex((finding) => finding.folded)).toBe(1000);
  });

  it('never fold an error among what breaks nothing', () => {
    const [base, revision] = texts(800, 0);
    const properties = { ...(revision as { components: { schemas: { Big: { properties: JsonObject } } } }).components };
    const changed = document({ ...properties.schemas.Big.properties, p799: { type: 'string', maxLength: 1 } });
    const found = find([base, changed]);
    expect(found.filter(({ level }) => level === 'error').map(({ pointer }) => pointer)).toEqual([
      '/components/schemas/Big/properties/p799/maxLength',
    ]);
  });

  it('are listed at each place all the same', () => {
    expect(diffPlaces(...texts(740), options)).toHaveLength(1480);
    const all = diffDocuments(...texts(740), { ...options, mostPlaces: Infinity });
    expect(folded(all)[0]!.places).toHaveLength(480);
  });

  it('are no renames where only some of them are shown', () => {
    const properties = (prefix: string, count: number) =>
      many(count, (index) => [`${prefix}${index}`, { const: index % 550 }]);
    const found = find([document(properties('old', 550)), document(properties('new', 550))]);
    expect(found.filter(({ renamed }) => renamed)).toEqual([]);
    expect(folded(found).map(({ folded: all }) => all!.results)).toEqual([50, 50]);
  });

  it('of two versions are one result where all of them are the same', () => {
    const versions = ['1', '2'].map((apiVersion) => diffDocuments(...texts(600), { ...options, apiVersion }));
    expect(folded(joinVersions(versions.flat()))).toMatchObject([{ apiVersions: ['1', '2'] }]);
    const others = [versions[0]!, diffDocuments(...texts(601), { ...options, apiVersion: '2' })];
    expect(folded(joinVersions(others.flat()))).toHaveLength(2);
  });
});

it('every format counts them alike, and says how many are folded', () => {
  const findings = find(texts(700));
  const report = diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings });
  const printed = (format: keyof typeof formats) => render(report, format);
  for (const format of ['pretty', 'markdown', 'html', 'github', 'junit', 'sarif', 'json'] as const)
    expect([format, printed(format).includes('200 more results of this check')]).toEqual([format, true]);
  for (const format of ['pretty', 'markdown', 'html'] as const) expect(printed(format)).toContain('501 errors');
  expect(printed('github').match(/^::error/gm)).toHaveLength(501);
  expect(printed('junit').match(/<failure /g)).toHaveLength(501);
  expect(JSON.parse(printed('json'))).toMatchObject({ counts: { errors: 501 } });
  expect(printed('json')).toMatch(/"folded": *\{\s*"results": *200,\s*"digest": *"[0-9a-f]{16}"/);
});

describe('an exception for what is folded', () => {
  const accept = (findings: readonly Finding[], text: string) => {
    const { exceptions, problems } = parseExceptions(text);
    expect(problems).toEqual([]);
    return applyExceptions(findings, exceptions, asOf, { approved: exceptions, acceptsNew: true });
  };
  const fill = (text: string) =>
    text.replaceAll('reason: ""', 'reason: Nobody sends it.').replaceAll('owner: ""', 'owner: me');
  const before = find(texts(700));

  it('is what --suggest-exceptions prints, and accepts all of it', () => {
    const text = fill(suggestExceptions(before, asOf));
    expect(text.match(/^ {2}folded: /gm)).toHaveLength(1);
    expect(accept(before, text)).toMatchObject({ remaining: [], problems: [] });
  });

  it('does not accept one more error', () => {
    const { remaining, problems } = accept(find(texts(701)), fill(suggestExceptions(before, asOf)));
    expect(remaining).toMatchObject([{ level: 'error', folded: { results: 201 } }]);
    expect(problems).toMatchObject([{ id: 'exception-unmatched' }]);
  });

  it('does not accept another error in the place of one', () => {
    const [base, revision] = texts(700);
    const other = JSON.parse(
      JSON.stringify(revision).replace(
        '"p699":{"type":"string","maxLength":40}',
        '"p699":{"type":"string","maxLength":9}',
      ),
    ) as JsonObject;
    const { remaining } = accept(find([base, other]), fill(suggestExceptions(before, asOf)));
    expect(remaining).toMatchObject([{ level: 'error', folded: { results: 200 } }]);
  });

  it('names its digest, so that an entry for a place or for any place accepts none of it', () => {
    const entry = (members: string) =>
      `- { id: request-property-max-length-decreased, ${members}, reason: Nobody., owner: me, expires: 2026-12-31 }`;
    for (const pointer of ["'**'", '/components/schemas/Big/properties'])
      expect(folded(accept(before, entry(`pointer: ${pointer}`)).remaining as readonly Finding[])).toHaveLength(1);
    expect(accept(before, entry("pointer: '**', folded: '*'")).remaining).toEqual([]);
  });
});
