import { describe, expect, it, onTestFinished } from 'vitest';
import { capture } from '../cli/testing/capture-io.js';
import { asOf, type Fixture, fixtures } from '../diff/testing/read-fixtures.js';
import { makeProject } from '../export/testing/temporary-project.js';
import type { JsonObject } from '../json/json.js';
import { classify, diffDocuments, type DiffOptions, type Finding, loadDocument, type LoadedDocument } from './index.js';

const orders = (size: string, extra = '') => `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                size: ${size}
      responses: { 204: { description: Done } }
${extra}`;
const load = (text: string) => loadDocument(text, { file: 'orders.yaml' });

const shown = ({ id, level, file, line, message, witness }: Finding | JsonObject) => ({
  id,
  level,
  file,
  line,
  message,
  witness: witness ?? null,
});

describe('differences', () => {
  it('are those of svc diff, with their levels, places and witnesses', async () => {
    const isOneVersion = ({ base, revision }: Fixture) => base['x-svc-api-version'] === revision['x-svc-api-version'];
    const pairs = [...fixtures.values()].filter((one, index) => index % 10 === 0 && isOneVersion(one));
    expect(pairs.length).toBeGreaterThan(20);
    for (const { base, revision } of pairs) {
      const { cwd, remove } = makeProject(
        { 'base.json': JSON.stringify(base, null, 2), 'revision.json': JSON.stringify(revision, null, 2) },
        { packages: [] },
      );
      onTestFinished(remove);
      const printed = await capture(['diff', 'base.json', 'revision.json', '--format', 'json', '--as-of', asOf], {
        cwd,
      });
      const documents = await Promise.all([loadDocument('base.json', { cwd }), loadDocument('revision.json', { cwd })]);
      const found = diffDocuments(...documents, { asOf });
      const results = (JSON.parse(printed.stdout) as { readonly results: readonly JsonObject[] }).results;
      expect(found.map(shown)).toEqual(results.map(shown));
    }
  });

  it('have a line, and a value that shows what breaks', async () => {
    const [base, revision] = [
      await load(orders('{ type: integer }')),
      await load(orders('{ type: integer, maximum: 9 }')),
    ];
    expect(diffDocuments(base, revision)).toMatchObject([
      {
        id: 'request-property-max-set',
        level: 'error',
        file: 'orders.yaml',
        line: 12,
        witness: { value: 10, acceptedBy: 'base', refusedBy: 'revision' },
      },
    ]);
    expect(diffDocuments(revision, base).map(({ level }) => level)).toEqual(['info']);
  });

  it('of a text that stands for no file have a line alone', async () => {
    const [base, revision] = await Promise.all(
      ['integer', 'string'].map((type) => loadDocument(orders(`{ type: ${type} }`))),
    );
    expect(diffDocuments(base!, revision!)[0]).toMatchObject({ file: null, line: 12 });
  });
});

describe('options', () => {
  const deprecated = orders('{ type: integer }').replace('    post:\n', '    post:\n      deprecated: true\n');
  const levels = (base: LoadedDocument, revision: LoadedDocument, options?: DiffOptions) =>
    diffDocuments(base, revision, options).map(({ id, level }) => `${level} ${id}`);

  it('severity replaces the level of a check', async () => {
    const [base, revision] = [await load(orders('{ type: integer }')), await load(orders('{ type: number }'))];
    expect(levels(base, revision)).toEqual(['info request-property-type-generalized']);
    const severity = { 'request-property-type-generalized': 'error' } as const;
    expect(levels(base, revision, { severity })).toEqual(['error request-property-type-generalized']);
    const warned = { 'request-property-type-generalized': 'warning' } as const;
    const classes = [{}, { severity: warned }, { severity }].map((options) => classify(base, revision, options));
    expect(classes).toEqual(['additive', 'may-break', 'breaking']);
  });

  it('minNotice is what the documents promise, unless it is given', async () => {
    const base = await load(orders('{ type: integer }'));
    expect(levels(base, await load(deprecated))).toEqual(['info endpoint-deprecated']);
    const promised = await load(`${deprecated}x-svc-min-notice: 90\n`);
    expect(levels(base, promised)[0]).toMatch(/^error /);
    expect(levels(base, promised, { minNotice: null })).toEqual(['info endpoint-deprecated']);
    expect(levels(base, await load(deprecated), { minNotice: 90 })[0]).toMatch(/^error /);
  });

  it('alignment matches operations whose paths have a version', async () => {
    const base = await load(orders('{ type: integer }').replace('/orders', '/v1/orders'));
    const revision = await load(orders('{ type: integer }').replace('/orders', '/v2/orders'));
    expect(levels(base, revision)).toContain('info endpoint-added');
    expect(levels(base, revision, { alignment: 'unversioned path' })).toEqual([]);
  });

  it('wrong ones are refused with what to write', async () => {
    const base = await load(orders('{ type: integer }'));
    const severity = { 'endpoint-ad': 'info', 'endpoint-added': 'fatal' } as unknown as DiffOptions['severity'];
    expect(() => diffDocuments(base, base, { severity })).toThrow(
      new TypeError(
        'severity: Unknown check "endpoint-ad". Did you mean "endpoint-added"?\nseverity: Unknown level "fatal". Available: error, warning, info.',
      ),
    );
    expect(() => diffDocuments(base, base, { asOf: 'today' })).toThrow(
      'asOf is not a date: "today". Write YYYY-MM-DD.',
    );
    const unloaded = loadDocument(orders('{ type: integer }')) as unknown as LoadedDocument;
    expect(() => diffDocuments(unloaded, base)).toThrow(
      'This is not a loaded document. Load it first: await loadDocument(',
    );
    expect(() => classify(base, {} as LoadedDocument)).toThrow(TypeError);
  });
});

it('a change is unchanged, documentation, additive or breaking', async () => {
  const base = await load(orders('{ type: integer }'));
  const kinds = ['{ type: integer }', '{ type: integer, title: Size }', '{ type: number }', '{ type: string }'];
  const revisions = await Promise.all(kinds.map((size) => load(orders(size))));
  expect(revisions.map((revision) => classify(base, revision))).toEqual([
    'unchanged',
    'documentation',
    'additive',
    'breaking',
  ]);
});
