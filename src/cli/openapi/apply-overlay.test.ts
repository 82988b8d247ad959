import { describe, expect, it } from 'vitest';
import { applyOverlay } from './apply-overlay.js';
import type { Overlay } from './overlay.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', contact: { name: 'Ann' } },
  tags: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
  paths: {
    '/a': { get: { operationId: 'a', tags: ['A'] }, post: { operationId: 'newA', tags: ['A'] } },
    '/b': { get: { operationId: 'b', tags: ['B'], 'x-internal': true } },
  },
};

function apply(...actions: readonly Partial<Overlay['actions'][number]>[]) {
  const complete = actions.map((action) => ({ target: '$', remove: false, ...action }));
  return applyOverlay<Record<string, unknown>>(document, {
    name: 'o.yaml',
    overlay: '1.0.0',
    info: { title: 'O', version: '1' },
    actions: complete,
  });
}

describe('applyOverlay', () => {
  it('merges objects deeply, joins arrays in them, and replaces everything else', () => {
    const update = { title: 'Store', contact: { email: 'ann@example.com' }, list: [1] };
    expect(apply({ target: '$.info', update }, { target: '$.info', update: { list: [2] } }).document.info).toEqual({
      title: 'Store',
      contact: { name: 'Ann', email: 'ann@example.com' },
      list: [1, 2],
    });
  });

  it('adds an entry to each array it selects', () => {
    const { document: changed } = apply({ target: "$.paths['/a'].*.tags", update: 'Extra' });
    expect(changed.paths).toMatchObject({
      '/a': { get: { tags: ['A', 'Extra'] }, post: { tags: ['A', 'Extra'] } },
      '/b': { get: { tags: ['B'] } },
    });
  });

  it('removes members and entries, in any order and named twice', () => {
    expect(apply({ target: '$.tags[0,2,0]', remove: true }).document.tags).toEqual([{ name: 'B' }]);
    expect(apply({ target: "$.paths[?@.get['x-internal']]", remove: true }).document.paths).not.toHaveProperty('/b');
    expect(apply({ target: '$..tags', remove: true }).document).not.toHaveProperty('tags');
  });

  it('does one action after the other, and leaves the document it got alone', () => {
    const before = structuredClone(document);
    const { document: changed } = apply(
      { target: '$.paths', update: { '/c': {} } },
      { target: "$.paths['/c']", update: { get: { operationId: 'c' } } },
    );
    expect(changed.paths).toMatchObject({ '/c': { get: { operationId: 'c' } } });
    expect(document).toEqual(before);
  });

  it('takes a member called __proto__ for a member', () => {
    const { document: changed } = apply({
      target: '$.info',
      update: JSON.parse('{"__proto__": {"polluted": true}}') as object,
    });
    expect(Object.keys(changed.info as object)).toContain('__proto__');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('lists the targets that select nothing', () => {
    expect(apply({ target: '$.nowhere', update: {} }, { target: '$.info', update: {} }).unmatched).toEqual([
      '$.nowhere',
    ]);
  });

  it.each([
    [
      { target: '$.info.title', update: 'Store' },
      'o.yaml: $.info.title selects "Shop". Only objects and arrays can be updated: select the parent.',
    ],
    [{ target: '$.info', update: 'Store' }, 'o.yaml: $.info selects an object, so update must be an object.'],
    [{ target: '$', remove: true }, 'o.yaml: $ selects the whole document, which cannot be removed.'],
    [{ target: '$.info[', update: {} }, 'o.yaml: $.info[ is not a JSONPath (RFC 9535): '],
  ])('refuses %j', (action, message) => {
    expect(() => apply(action)).toThrow(message);
  });
});
