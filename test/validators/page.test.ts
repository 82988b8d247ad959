import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from 'svckit/testing';
import { capture } from '../../src/cli/testing/capture-io.js';
import { loadService } from '../../src/export/loader/load-service.js';
import { repository } from '../read-imports.js';

const page = readFileSync(join(repository, 'docs/validators.md'), 'utf8');
const fixture = (file: string) => readFileSync(join(repository, 'fixtures/validators', file), 'utf8');

/** The code of a page by the name in its first line, below a heading. */
const codeOf = (title: string, file: string) => {
  const start = page.indexOf(`# ${title}\n`);
  const block = new RegExp('^```ts\\n// ' + file + '\\n(.*?)^```$', 'ms').exec(page.slice(start));
  return block?.[1];
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-validators-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['Zod 4', 'zod-4'],
  ['Zod 3', 'zod-3'],
  ['Valibot', 'valibot'],
  ['ArkType', 'arktype'],
])('the service of the page with %s', (title, name) => {
  it('is what the compiler has checked, answers as the page says, and passes svc check and svc laws', async () => {
    const files = {
      'schemas.ts': codeOf(title, 'schemas.ts')!,
      'versions.ts': codeOf('One service, four libraries', 'versions.ts')!,
      'svc.config.ts': codeOf('One service, four libraries', 'svc.config.ts')!,
    };
    expect(files['schemas.ts']).toBe(fixture(`${name}/schemas.ts`));
    expect(files['versions.ts']).toBe(fixture('valibot/versions.ts'));
    expect(files['svc.config.ts']).toBe(fixture('valibot/svc.config.ts'));
    const cwd = join(folder, name);
    mkdirSync(cwd);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);

    const { definition } = await loadService('svc.config.ts', { cwd });
    await using app = await testApp(definition, { responses: 'project' });
    const text = async (path: string, init?: RequestInit) => (await app.request(path, init)).text();
    const post = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const printed = [
      await text('/books?limit=5'),
      await text('/books?limit=5', { headers: { 'x-api-version': '1' } }),
      await text('/books', post('{"title":"Mort"}')),
    ];
    const shown = [...page.matchAll(/^\{"id".*\}$/gm)].map(([line]) => JSON.parse(line) as unknown);
    // ArkType sorts the members of a type.
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual(shown);
    expect(await text('/books', post('{"title":""}'))).toContain('"errors":[{"in":"body","path":"title",');

    const checked = await capture(['check', '--fail-on', 'warning'], { cwd });
    expect(checked).toMatchObject({ code: 0 });
    const lawful = await capture(['laws', '--runs', '20'], { cwd });
    expect(lawful).toMatchObject({ code: 0 });
  });
});
