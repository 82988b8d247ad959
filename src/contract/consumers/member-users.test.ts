import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { listMarkedMembers } from '../lifecycle/list-marked-members.js';
import { listLifecycle } from '../lifecycle/list-lifecycle.js';
import { withUsers } from '../lifecycle/with-users.js';
import { openRegistry } from './registry.js';
import { useOf, usesOf } from './testing/any-uses.js';
import type { UsesFile } from './uses-file.js';

const old = { type: 'string', deprecated: true };
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const book = { $ref: '#/components/schemas/Book' };
const document = {
  openapi: '3.1.0',
  paths: {
    '/books': {
      get: {
        parameters: [
          { name: 'page', in: 'query', deprecated: true, schema: { type: 'integer' } },
          { $ref: '#/components/parameters/Trace' },
        ],
        responses: {
          200: json({ type: 'array', items: book }),
          '4XX': json({ type: 'object', properties: { reason: old } }),
        },
      },
      post: {
        requestBody: json({ allOf: [book, { type: 'object', properties: { draft: old } }] }),
        responses: { 201: { $ref: '#/components/responses/Made' } },
      },
    },
  },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', deprecated: true, schema: { type: 'string' } } },
    responses: { Made: { description: 'Made', ...json({ oneOf: [book, { type: 'null' }] }) } },
    schemas: {
      Book: {
        type: 'object',
        properties: {
          nick: old,
          'a.b': old,
          parts: { type: 'array', items: book },
          byName: { type: 'object', additionalProperties: { properties: { size: old } } },
        },
      },
    },
  },
} satisfies JsonObject;

const locks = [{ version: '1', document }];
const shop = (operation: string, reads: readonly string[], more: Parameters<typeof useOf>[2] = {}) =>
  usesOf('shop', [useOf(operation, reads, more)], { version: '1' });

/** What is still used, by name. */
const used = (...files: readonly UsesFile[]) =>
  Object.fromEntries(
    withUsers(
      listLifecycle([], locks, '2026-11-21'),
      openRegistry(files.map((uses, index) => ({ file: `${index}.json`, uses }))),
      locks,
    ).flatMap(({ name, users }) => (users!.length > 0 ? [[name.replace(/ (?:of|in) .*/, ''), users!.join('; ')]] : [])),
  );

describe('who still uses a deprecated parameter or property', () => {
  it('is looked for in all of them', () => {
    expect(listMarkedMembers(locks[0]!)).toHaveLength(7);
    expect(used()).toEqual({});
  });

  it.each([
    ['[].nick', 'property Book.nick'],
    ['[].parts[].parts[].nick', 'property Book.nick'],
    ['[]["a.b"]', 'property Book.a.b'],
    ['[].byName[*].size', 'property Book.byName.size'],
  ])('reads %s', (member, name) => {
    expect(used(shop('GET /books', [member], { places: { [`200 ${member}`]: 'src/a.ts:4' } }))).toEqual({
      [name]: 'shop (src/a.ts:4)',
    });
    expect(used(shop('POST /books', [member]))).toEqual({});
    expect(used(usesOf('shop', [useOf('GET /books', [member])], { version: '2' }))).toEqual({});
  });

  it('reads nothing that is deprecated where it reads what is around it', () => {
    expect(used(shop('GET /books', ['[].parts', '[].byName', '[].parts[].title']))).toEqual({});
  });

  it('reads the answers with a status', () => {
    const reads = (status: string) => used(shop('GET /books', [], { reads: { [status]: ['reason'] } }));
    expect(reads('404')).toEqual({ 'property reason': 'shop' });
    expect(reads('4XX')).toEqual({ 'property reason': 'shop' });
    expect(reads('200')).toEqual({});
  });

  it('sends parameters, and properties of a body', () => {
    const sends = (operation: string, ...members: readonly string[]) =>
      Object.keys(used(shop(operation, [], { sends: [...members] })));
    expect(sends('GET /books', 'query.page')).toEqual(['query parameter "page"']);
    expect(sends('GET /books', 'header["x-trace"]')).toEqual(['header parameter "X-Trace"']);
    expect(sends('POST /books', 'body.draft')).toEqual(['property draft']);
    expect(sends('POST /books', 'body.parts[].nick')).toEqual(['property Book.nick']);
    expect(sends('POST /books', 'query.page', 'body.title')).toEqual([]);
  });

  it('uses everything', () => {
    const names = Object.keys(used(shop('GET /books', ['*'])));
    expect(names.toSorted()).toEqual(['property Book.a.b', 'property Book.byName.size', 'property Book.nick']);
    expect(Object.keys(used(shop('POST /books', [], { sends: ['*'] })))).toContain('property draft');
  });

  it('says whose file does not show it', () => {
    const har = usesOf('till', [useOf('GET /books')], { version: '1', evidence: 'har' });
    expect(used(har)).toMatchObject({ 'property reason': 'till, whose file does not show what it reads' });
    expect(used(har)).not.toHaveProperty('query parameter "page"');
    expect(used(usesOf('till', [useOf('GET /books', ['[].nick'])]))).toEqual({
      'property Book.nick': 'till, whose file names no version',
    });
  });
});
