import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { around, type AroundApplication } from '../../src/around/around.js';
import { change } from '../../src/changes/change.js';
import { defineVersions } from '../../src/changes/define-versions.js';
import { renamed } from '../../src/changes/short-forms.js';
import { compileService } from '../../src/export/compile-service.js';
import { documentSettings } from '../../src/export/documented-app.js';
import { keptDocument } from '../../src/export/kept/kept-document.js';
import { isObject, type Json, type JsonObject, listAt, sameJson } from '../../src/json/json.js';
import { valueAt } from '../../src/json/pointer.js';
import { diffDocuments, loadDocument } from '../../src/library/index.js';
import { openDocument } from '../../src/openapi/open-document.js';
import { runs } from '../property-runs.js';
import { randomApplications, withOlderBook } from './random-applications.js';

const Tag = z.object({ label: z.string().optional() }).meta({ id: 'Tag', additionalProperties: false });
const Book = z
  .object({
    id: z.int(),
    title: z.string().max(80),
    tags: z.array(Tag).optional(),
    get parent() {
      return Book.optional();
    },
  })
  .meta({ id: 'Book' });

const versionsOf = () =>
  defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'A book has a title', schemas: [renamed(Book, { title: 'name' })] })] },
  ]);

const aroundDocument = (document: JsonObject) =>
  around({
    document,
    versions: versionsOf(),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    logger: { info() {}, warn() {}, error() {} },
  });

function documentOf(definition: AroundApplication, apiVersion: string): JsonObject {
  const table = compileService(definition);
  expect(table.problems).toEqual([]);
  return keptDocument(definition.application!.described(), table, { ...documentSettings(definition), apiVersion });
}

/** Places that a document has and another has otherwise; members that only the other has are additions. */
function differences(source: Json, published: JsonObject, root: JsonObject): readonly string[] {
  const [from, to] = [openDocument(root), openDocument(published)];
  const compare = (one: Json, other: Json | undefined, at: readonly string[]): readonly string[] => {
    if (isObject(one) && isObject(other) && typeof one['$ref'] === 'string' && one['$ref'] !== other['$ref']) {
      // A part that several operations refer to may have become one of some of them.
      const { $ref: reference, ...beside } = one;
      const [whole, same] = [to.resolve(other), to.target({ $ref: reference })];
      const isNeedless =
        same !== undefined && sameJson(whole, same) ? [`${at.join('/')} has a copy of ${reference}`] : [];
      return [...isNeedless, ...compare(from.target(one)!, whole, at), ...compare(beside, other, at)];
    }
    if (Array.isArray(one))
      return listAt(one).flatMap((item, index) => compare(item, listAt(other)[index], [...at, String(index)]));
    if (!isObject(one))
      return one === other ? [] : [`${at.join('/')}: ${JSON.stringify(one)} is ${JSON.stringify(other)}`];
    if (!isObject(other)) return [`${at.join('/')} is missing`];
    return Object.keys(one).flatMap((key) => compare(one[key]!, other[key], [...at, key]));
  };
  return compare(source, published, []);
}

const levelsOf = async (base: JsonObject, revision: JsonObject) => {
  const findings = diffDocuments(await loadDocument(base), await loadDocument(revision));
  return findings.filter(({ level }) => level !== 'info').map(({ id, message }) => `${id}: ${message}`);
};

describe('the document of an application', () => {
  it('is kept in the newest version, but for what is added', async () => {
    await fc.assert(
      fc.asyncProperty(randomApplications, async (source) => {
        const published = documentOf(aroundDocument(source), '2');
        expect(differences(source, published, source)).toEqual([]);
        expect(await levelsOf(source, published)).toEqual([]);
      }),
      runs(40),
    );
  });

  it('is kept in an older version, but for what changes touch', async () => {
    await fc.assert(
      fc.asyncProperty(randomApplications, async (source) => {
        const definition = aroundDocument(source);
        const published = documentOf(definition, '1');
        const isTouched = compileService(definition).routes.some(({ relayed }) => relayed === 'values');
        const older = isTouched ? withOlderBook(source, 'name') : source;
        const { info: _, webhooks, ...others } = older;
        expect(differences(withoutCallbacks(others), published, older)).toEqual([]);
        // What the application sends by itself has the newest shape.
        const sent =
          webhooks === undefined
            ? []
            : [
                valueAt(published, [
                  'webhooks',
                  'added',
                  'post',
                  'requestBody',
                  'content',
                  'application/json',
                  'schema',
                ]),
              ];
        for (const schema of sent)
          expect(openDocument(published).resolve(schema)).toMatchObject({ properties: { title: {} } });
        expect(dangling(published)).toEqual([]);
      }),
      runs(40),
    );
  });
});

/** References to nothing. */
function dangling(document: JsonObject): readonly string[] {
  const { target } = openDocument(document);
  const find = (value: Json | undefined): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap((item: Json) => find(item));
    if (!isObject(value)) return [];
    const own = typeof value['$ref'] === 'string' && target(value) === undefined ? [value['$ref']] : [];
    return [...own, ...Object.values(value).flatMap(find)];
  };
  return find(document);
}

/** Callbacks are sent in the newest shape, whose components may have other names. */
function withoutCallbacks(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutCallbacks(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'callbacks' ? [] : [[key, withoutCallbacks(inner!)]])),
  );
}
