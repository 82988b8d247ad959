import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments } from '../../diff/diff-documents.js';
import { bundleDocument } from './bundle-document.js';
import { UnreadableFile } from './source-file.js';

const folders = ['', 'a/', 'a/b/', 'c/'];

/** A schema of an API: its type, the schemas that it refers to, and the file that it is written in. */
interface Part {
  readonly type: string;
  readonly next: readonly number[];
  readonly folder: string;
  /** Written in the document, in a file of its own, or in one that is shared with others of its folder. */
  readonly home: 'document' | 'own' | 'shared';
  readonly anchored: boolean;
}

const parts: fc.Arbitrary<readonly Part[]> = fc.array(
  fc.record({
    type: fc.constantFrom('string', 'integer', 'boolean'),
    next: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
    folder: fc.constantFrom(...folders),
    home: fc.constantFrom('document', 'own', 'shared'),
    anchored: fc.boolean(),
  }),
  { minLength: 6, maxLength: 6 },
);

const document = (schemas: JsonObject, schema: Json): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  components: { schemas },
  paths: {
    '/parts': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: '', content: { 'application/json': { schema } } } },
      },
    },
  },
});

const schemaOf = ({ type, next }: Part, refer: (index: number) => string, marks: JsonObject = {}): JsonObject => ({
  ...marks,
  type: 'object',
  properties: {
    value: { type },
    ...Object.fromEntries(next.map((index, position) => [`next${position}`, { $ref: refer(index) }])),
  },
});

/** The API in one document. */
function whole(list: readonly Part[]): JsonObject {
  const refer = (index: number) => `#/components/schemas/P${index}`;
  return document(Object.fromEntries(list.map((part, index) => [`P${index}`, schemaOf(part, refer)])), {
    $ref: refer(0),
  });
}

const fileOf = ({ folder, home }: Part, index: number) =>
  home === 'document' ? 'api.json' : home === 'own' ? `${folder}p${index}.json` : `${folder}shared.json`;

function fragmentOf({ home, anchored }: Part, index: number): string {
  if (anchored) return `#p${index}`;
  return { document: `#/components/schemas/P${index}`, own: '', shared: `#/P${index}` }[home];
}

/** The API in several files that refer to each other. */
function split(list: readonly Part[]): ReadonlyMap<string, Json> {
  const refer = (from: string) => (index: number) => {
    const [file, fragment] = [fileOf(list[index]!, index), fragmentOf(list[index]!, index)];
    if (file === from && fragment !== '') return fragment;
    return `${'../'.repeat(from.split('/').length - 1)}${file}${fragment}`;
  };
  const files = new Map<string, Json>();
  const own: Record<string, Json> = {};
  list.forEach((part, index) => {
    const file = fileOf(part, index);
    const schema = schemaOf(part, refer(file), part.anchored ? { $anchor: `p${index}` } : {});
    if (part.home === 'document') own[`P${index}`] = schema;
    else if (part.home === 'own') files.set(file, schema);
    else files.set(file, { ...(files.get(file) as JsonObject | undefined), [`P${index}`]: schema });
  });
  return files.set('api.json', document(own, { $ref: refer('api.json')(0) }));
}

async function bundled(list: readonly Part[]): Promise<JsonObject> {
  const files = split(list);
  const open = (name: string) => ({ name, text: JSON.stringify(files.get(name)), value: files.get(name)! });
  const { document: found } = await bundleDocument(
    open('api.json'),
    new URL('file:///api.json'),
    async ({ pathname }) => {
      const name = pathname.slice(1);
      if (!files.has(name)) throw new UnreadableFile(`${name} does not exist`);
      return open(name);
    },
  );
  return found;
}

/** What clients notice: which components a document lists is not part of it. */
const findings = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' })
    .filter(({ id }) => id !== 'api-schema-removed')
    .map(({ id, level, method, path, message }) => ({ id, level, method, path, message }));

describe('an API in several files', () => {
  it('is the same as in one, and changes in the same way', async () => {
    const tries = runs(20);
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(parts, fc.nat({ max: 5 }), async (list, index) => {
        const changed = list.map((part, position) => (position === index ? { ...part, type: 'array' } : part));
        const [base, revision] = [await bundled(list), await bundled(changed)];
        expect(findings(whole(list), base)).toEqual([]);
        const expected = findings(whole(list), whole(changed));
        seen += expected.length > 0 ? 1 : 0;
        expect(findings(base, revision)).toEqual(expected);
      }),
      tries,
    );
    expect(seen).toBeGreaterThan(tries.numRuns / 8);
  });
});
