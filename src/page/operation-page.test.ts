import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import type { PageLinks } from './links.js';
import { changesPage } from './changes-page.js';
import { operationPage } from './operation-page.js';
import type { PageContent } from './page-content.js';
import { readDocument } from './read-document.js';
import { schemaPage } from './schema-page.js';

const links: PageLinks = {
  home: '/docs',
  changes: '/docs/changes',
  timeline: '/docs/versions',
  allVersions: null,
  document: '/openapi.json',
  assets: '/docs/assets',
  operation: (slug) => `/docs?operation=${slug}`,
  schema: (name) => `/docs?schema=${name}`,
  inVersion: (version) => `/docs?version=${version}`,
  comparing: () => null,
  having: () => null,
  ownUsage: null,
  pair: (version) => `/docs/changes/${version}`,
};

function contentOf(to: JsonObject, from?: JsonObject): PageContent {
  const reading = readDocument(to);
  return {
    title: 'Orders',
    version: '2',
    versions: [],
    today: '2026-11-26',
    previews: [],
    reading,
    mostListed: 150,
    mostRows: 300,
    mostLines: 400,
    hasForm: true,
    languages: ['curl'],
    links,
    nonce: null,
    examples: null,
    readingOf: () => null,
    step: from
      ? {
          version: '1',
          isChosen: false,
          name: 'version 1',
          link: (subject) => links.inVersion('1', subject),
          from: readDocument(from),
          to: reading,
          parameter: null,
          asOf: '2026-11-22',
        }
      : null,
  };
}

/** The first operation's page as text: tags become spaces. */
async function textOf(to: JsonObject, from?: JsonObject): Promise<string> {
  const content = contentOf(to, from);
  const [operation] = content.reading.operations.values();
  return plain(operationPage(operation!, content).text);
}

const plain = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const document = (operation: JsonObject, schemas: JsonObject = {}, path = '/orders'): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: { [path]: { get: { summary: 'List', responses: {}, ...operation } } },
  components: { schemas },
});

const answer = (schema: JsonObject): JsonObject => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
});

describe('the page of an operation', () => {
  it('marks members that are new, changed and gone since the version before, at any depth', async () => {
    const order = (members: JsonObject) =>
      answer({
        type: 'array',
        items: {
          type: 'object',
          properties: { lines: { type: 'array', items: { type: 'object', properties: members } } },
        },
      });
    const text = await textOf(
      document(order({ total: { type: 'string' }, currency: { type: 'string' } })),
      document(order({ total: { type: 'number' }, price: { type: 'number' } })),
    );
    expect(text).toMatch(/total string optional changed is string now, and was number/);
    expect(text).toMatch(/currency string optional new/);
    expect(text).toMatch(/price gone/);
    expect(text).toMatch(
      /What changes for you From version 1 to version 2 3 differences lines\[\]\.total is string now/,
    );
  });

  it('shows members by the pattern of their names, and marks what has no line of its own where it stands', async () => {
    const order = (type: string) =>
      answer({
        type: 'object',
        properties: { kind: { type: 'string', not: { type: 'string', const: type } } },
        patternProperties: { '^x-': { type } },
      });
    const text = await textOf(document(order('string')), document(order('number')));
    expect(text).toMatch(/names like \^x- string changed/);
    expect(text).toMatch(/kind string optional changed/);
  });

  it('marks parameters, also where the path names the version', async () => {
    const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
    const text = await textOf(
      document({ 'x-svc-version': '2', parameters: [parameter('after')] }, {}, '/v2/orders'),
      document({ 'x-svc-version': '1', parameters: [parameter('page')] }, {}, '/v1/orders'),
    );
    expect(text).toMatch(/after string optional new/);
    expect(text).toMatch(/Parameters that are gone page gone/);
  });

  it('says that an operation is new, and nothing where nothing differs', async () => {
    const one = document(answer({ type: 'string' }));
    expect(await textOf(one, document({}, {}, '/other'))).toContain('New in version 2: version 1 does not have it.');
    expect(await textOf(one, structuredClone(one))).not.toMatch(/Different|new|changed/);
  });

  it('says until when the operation, a parameter and a property are served', async () => {
    const until = (sunset: string) => ({ deprecated: true, 'x-sunset': sunset });
    const text = await textOf(
      document({
        ...until('2027-03-01'),
        parameters: [{ name: 'page', in: 'query', schema: { type: 'string' }, ...until('2027-02-01') }],
        ...answer({
          type: 'object',
          properties: {
            nick: { type: 'string', ...until('2027-01-01') },
            name: { type: 'string', ...until('soon') },
          },
        }),
      }),
    );
    expect(text).toMatch(/List deprecated, until 1 March 2027/);
    expect(text).toMatch(/page string optional deprecated, until 1 February 2027/);
    expect(text).toMatch(/nick string optional deprecated, until 1 January 2027/);
    expect(text).toMatch(/name string optional deprecated (?!, until)/);
  });

  it('offers inputs for files, which accept the types that the document lists', () => {
    const file = { type: 'string', format: 'binary' };
    const body = (content: JsonObject): JsonObject => ({ requestBody: { required: true, content } });
    const inputsOf = (operation: JsonObject) => {
      const content = contentOf(document(operation));
      const [first] = content.reading.operations.values();
      return operationPage(first!, content).text.match(/<input type="file"[^>]*>/g);
    };
    const properties = { one: file, several: { type: 'array', items: file }, typed: { contentMediaType: 'image/png' } };
    const encoding = { one: { contentType: 'image/png, image/jpeg' } };
    expect(inputsOf(body({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } }))).toEqual([
      '<input type="file" name="one" accept="image/png, image/jpeg">',
      '<input type="file" name="several" multiple>',
      '<input type="file" name="typed" accept="image/png">',
    ]);
    expect(inputsOf(body({ 'image/png': {}, 'application/octet-stream': {} }))).toEqual([
      '<input type="file" name="body" aria-label="Body" accept="image/png">',
      '<input type="file" name="body" aria-label="Body">',
    ]);
  });

  it('opens a schema inside of itself once, and links to it below', () => {
    const tree = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    };
    const content = contentOf(document(answer({ $ref: '#/components/schemas/Tree' }), { Tree: tree }));
    const [operation] = content.reading.operations.values();
    const { text } = operationPage(operation!, content);
    expect(text.match(/<code class="name">children<\/code>/g)).toHaveLength(1);
    expect(text).toContain('array of <a href="/docs?schema=Tree">Tree</a>');
    expect(plain(schemaPage('Tree', content).text)).toMatch(/Used by GET List/);
  });

  it('reads unions, maps, tuples, inherited members, constants and limits', async () => {
    const text = await textOf(
      document(
        answer({
          allOf: [{ $ref: '#/components/schemas/Base' }],
          required: ['pet', 'id'],
          properties: {
            pet: {
              oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'object', properties: { kind: { const: 'dog' } } }],
              discriminator: { propertyName: 'kind' },
            },
            note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            labels: { type: 'object', additionalProperties: { type: 'integer', minimum: 1, maximum: 5 } },
            pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
            code: { type: ['string', 'null'], pattern: '^[A-Z]$', enum: ['A', 'B', null], default: 'A' },
          },
        }),
        {
          Base: { type: 'object', properties: { id: { type: 'string', format: 'uuid', description: 'Its *id*.' } } },
          Cat: { type: 'object', properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
        },
      ),
    );
    for (const part of [
      'id string (uuid) Its id .',
      'pet one of 2 ',
      'distinguished by kind',
      'cat Cat',
      'dog object',
      'note string or null optional',
      'labels map of integer optional',
      'pair tuple',
      'item 1 string',
      'code string or null optional one of A , B default A matches ^[A-Z]$',
    ])
      expect(text).toContain(part);
  });

  it('shows what a response says beyond its title, and an example of each', () => {
    const content = contentOf(
      document({
        responses: {
          404: { description: 'Not Found. It is not there.' },
          409: { description: 'Conflict' },
          200: { description: 'OK', content: { 'application/json': { schema: { const: { id: 7 } } } } },
        },
      }),
    );
    const [operation] = content.reading.operations.values();
    const text = plain(operationPage(operation!, content).text);
    expect(text).toMatch(/404 Not Found It is not there\. .*409 Conflict /);
    expect(text.match(/Conflict/g)).toHaveLength(1);
    expect(text).toMatch(/Example response .*200 \{ "id": 7 \}/);
  });

  it('leads from one operation to the next, in the order of the list', () => {
    const get = (summary: string) => ({ get: { summary, responses: {} } });
    const content = contentOf({ ...document({}), paths: { '/a': get('A'), '/b': get('B'), '/c': get('C') } });
    const [, second] = content.reading.operations.values();
    expect(operationPage(second!, content).text).toMatch(/get-a" rel="prev".*get-c" rel="next"/);
  });

  it('escapes everything that a document says', () => {
    const evil = '"><script>alert(1)</script>';
    const content = contentOf(
      document({
        summary: evil,
        description: evil,
        parameters: [{ name: evil, in: 'query', description: evil, schema: { enum: [evil] }, example: evil }],
        ...answer({ type: 'object', properties: { [evil]: { const: evil } } }),
      }),
    );
    const [operation] = content.reading.operations.values();
    expect(operationPage(operation!, content).text).not.toContain('<script');
  });
});

describe('the page of changes', () => {
  it('sorts operations by what a client must do', async () => {
    const path = (name: string, operation: JsonObject) => ({
      [name]: { get: { summary: name, responses: {}, ...operation } },
    });
    const base = {
      ...document({}),
      paths: { ...path('/broken', answer({ type: 'string' })), ...path('/gone', {}), ...path('/same', {}) },
    };
    const revision = {
      ...document({}),
      paths: { ...path('/broken', answer({ type: 'integer' })), ...path('/new', {}), ...path('/same', {}) },
    };
    const text = plain((await changesPage(contentOf(revision, base))).text);
    expect(text).toContain('1 operation needs changes, 1 is gone, 1 is new, 1 stays the same.');
    expect(text).toMatch(
      /Required changes .*GET \/broken .*is integer now, and was string.* Gone .*GET \/gone .* New GET \/new/,
    );
  });
});
