import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useOf, usesOf } from '../../contract/consumers/testing/any-uses.js';
import type { UsesFile } from '../../contract/consumers/uses-file.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const before = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
components:
  schemas:
    Book: { type: object, required: [title, author], properties: { title: { type: string }, author: { type: string } } }
`;
const after = before
  .replace('required: [title, author]', 'required: [title]')
  .replace(', author: { type: string }', '');
const shop = usesOf('shop-web', [useOf('GET /books', ['author'], { where: 'src/list.ts:14' })]);
const named = 'title: Books\nversions: { "1": old.yaml, "2": new.yaml }\nconsumers: { api: library }\n';

let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  project = makeProject({ 'old.yaml': before, 'new.yaml': after, 'svc.config.yaml': named });
});
afterAll(() => project.remove());

async function diff(files: readonly UsesFile[], ...words: readonly string[]) {
  rmSync(project.path('consumers'), { recursive: true, force: true });
  mkdirSync(project.path('consumers'));
  files.forEach((file, index) => writeFileSync(join(project.path('consumers'), `${index}.json`), JSON.stringify(file)));
  return capture(['diff', ...words, '--consumers', 'consumers', '--as-of', '2026-11-21'], { cwd: project.cwd });
}

/** The names of those whom each error concerns. */
async function concerned(files: readonly UsesFile[], ...words: readonly string[]) {
  const { stdout } = await diff(files, ...words, '--format', 'json');
  const { results } = JSON.parse(stdout) as {
    readonly results: readonly {
      readonly level: string;
      readonly path: string;
      readonly message: string;
      readonly consumers?: readonly { readonly consumer: string }[];
    }[];
  };
  return results
    .filter(({ level }) => level === 'error')
    .map(({ path, consumers = [] }) => `${path}: ${consumers.map(({ consumer }) => consumer).join(' ')}`);
}

describe('svc diff --consumers', () => {
  it('says of each difference between two documents whom it concerns, and keeps its level', async () => {
    const mobile = usesOf('mobile', [useOf('GET /books', ['title'])], { complete: false });
    const { code, stdout } = await diff([shop, mobile], 'old.yaml', 'new.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('consumers  breaks shop-web (src/list.ts:14)');
    expect(stdout).toContain('Files that do not list all that their consumers use: mobile.');
    expect((await diff([mobile], 'old.yaml', 'new.yaml')).stdout).toContain('no known consumer reads it');
    expect(await concerned([shop, mobile], 'old.yaml', 'new.yaml')).toEqual(['/books: shop-web']);
  });

  it('counts those who use the older of two versions, by the name of the configuration', async () => {
    const of = (consumer: string, version: string) =>
      usesOf(consumer, [useOf('GET /books', ['author'])], { api: 'library', version });
    expect(await concerned([of('ada', '1'), of('bob', '2')], 'v1', 'v2')).toEqual(['/books: ada']);
    const { stdout } = await diff([of('ada', '1')], 'v1', 'v2', '--format', 'markdown');
    expect(stdout).toContain('breaks ada');
  });

  it('counts those who call an operation where it was before it moved', async () => {
    const entry = fixture('moved/svc.config.ts');
    const own = (operation: string) => usesOf('ada', [useOf(operation)], { api: 'users', version: '1' });
    const { stdout } = await diff([own('GET /users')], 'v1', 'v2', entry);
    expect(stdout).toContain('moved');
    const found = await concerned([own('PUT /users/{id}/name')], 'v1', 'v2', entry);
    expect(found.filter((one) => one.endsWith('ada'))).toEqual(['/users/{id}/name: ada']);
  });

  it.each([
    ['is of the API "library", and this is "books".', ['old.yaml', 'new.yaml'], [{ ...shop, api: 'library' }]],
    ['or compare versions, such as git:main and v2', ['old.yaml', 'new.yaml'], [{ ...shop, api: 'library' }]],
    ['or name the API in consumers.api.', ['v1', 'v2'], [shop]],
    ['Use one of them.', ['old.yaml', 'new.yaml', '--scan', '.'], [shop]],
    ['--mode compares two JSON Schemas. Omit --consumers.', ['old.yaml', 'new.yaml', '--mode', 'full'], [shop]],
    ['--consumers consumers has no files.', ['old.yaml', 'new.yaml'], []],
  ] as const)('refuses: %s', async (message, words, files) => {
    const { code, stderr } = await diff(files, ...words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
