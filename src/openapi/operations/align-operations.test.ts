import { describe, expect, it } from 'vitest';
import { openDocument } from '../open-document.js';
import { alignOperations } from './align-operations.js';
import { listOperations } from './list-operations.js';

const operations = (...paths: readonly string[]) =>
  listOperations(
    openDocument({ openapi: '3.1.0', paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) }),
  );

function align(base: readonly string[], revision: readonly string[]) {
  const { common, added, removed } = alignOperations(operations(...base), operations(...revision), 'path');
  return {
    common: common.map((pair) => `${pair.base.path} ${pair.revision.path}`),
    added: added.map(({ path }) => path),
    removed: removed.map(({ path }) => path),
  };
}

describe('paths that match the same requests', () => {
  it('have those of their own names as partners', () => {
    const [id, name] = ['/a/{id}', '/a/{name}'];
    expect(align([id, name], [id, name])).toEqual({
      common: [`${id} ${id}`, `${name} ${name}`],
      added: [],
      removed: [],
    });
    expect(align([id, name], ['/a/{x}', id])).toEqual({
      common: [`${id} ${id}`, `${name} /a/{x}`],
      added: [],
      removed: [],
    });
  });

  it('are not removed where one of them is left, which matches the same requests', () => {
    expect(align(['/a/{id}', '/a/{name}'], ['/a/{name}'])).toEqual({
      common: ['/a/{id} /a/{name}', '/a/{name} /a/{name}'],
      added: [],
      removed: [],
    });
    expect(align(['/a/{name}'], ['/a/{id}', '/a/{name}']).added).toEqual(['/a/{id}']);
  });
});
