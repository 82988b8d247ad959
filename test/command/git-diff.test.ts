import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeRepository } from '../../src/cli/testing/make-repository.js';

const api = (path: string) => `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  ${path}:
    get: { responses: { '200': { description: Pets. } } }
`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({ '.gitattributes': '*.yaml diff=svc\n', 'the api/openapi.yaml': api('/pets') });
  const command = `'${process.execPath}' '${join(inject('built'), 'bin/svc.mjs')}' diff --git`;
  repository.git(['config', 'diff.svc.command', command]);
});
afterAll(() => repository.remove());

const write = (path: string) => writeFileSync(repository.path('the api/openapi.yaml'), api(path));
const removed = (path: string) => `GET ${path}\n  error    the operation was removed`;

describe('svc diff as a driver of git', () => {
  it('shows what a change means in git diff, git show and git log', () => {
    write('/dogs');
    expect(repository.git(['diff', '--ext-diff'])).toContain(removed('/pets'));
    repository.commit('dogs');
    expect(repository.git(['show', '--ext-diff'])).toContain(removed('/pets'));
    const log = repository.git(['log', '--patch', '--ext-diff', '--format=%s', '--', 'the api/openapi.yaml']);
    expect(log).toContain(removed('/pets'));
    expect(log).toContain('Added the api/openapi.yaml');
    repository.git(['mv', 'the api/openapi.yaml', 'openapi.yaml']);
    expect(repository.git(['diff', '--ext-diff', '--cached', '-M'])).toMatch(/ to [0-9a-f]{7}:openapi\.yaml, as of /);
    repository.git(['reset', '--quiet', '--hard']);
  });

  it('lets git go on where a file has a merge conflict', () => {
    repository.git(['switch', '--quiet', '--create', 'cats']);
    write('/cats');
    repository.commit('cats');
    repository.git(['switch', '--quiet', 'main']);
    write('/birds');
    repository.commit('birds');
    expect(() => repository.git(['merge', 'cats'])).toThrow('Automatic merge failed');
    expect(repository.git(['diff', '--ext-diff', '--cached'])).toBe('Unmerged the api/openapi.yaml');
    expect(repository.git(['diff', '--ext-diff', 'HEAD'])).toContain(
      'the api/openapi.yaml has merge conflict markers. Resolve the conflict, and try again.',
    );
  });
});
