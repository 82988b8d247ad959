import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { consumerFolder, tools, writeFiles } from './consumer-folder.js';

/** TypeScript 7, with which svckit is compiled, and which svc new writes into package.json. */
const typescript7 = fileURLToPath(new URL('../../node_modules/typescript', import.meta.url));
const inTools = (name: string) => join(tools, 'node_modules', name);

/** A copy of a project, with these packages and no others. */
function copyWith(project: string, packages: Readonly<Record<string, string>>): string {
  const folder = consumerFolder();
  rmSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true });
  for (const [name, target] of Object.entries(packages)) symlinkSync(target, join(folder, 'node_modules', name));
  return folder;
}

it('a project with TypeScript 7 is read with the compiler API of typescript-5, once it is there', async () => {
  expect(readFileSync(join(typescript7, 'package.json'), 'utf8')).toContain('"version": "7.');
  const project = consumerFolder();
  const written = await capture(['client', join(fixture('unversioned'), 'svc.config.ts')], { cwd: project });
  expect(written.code).toBe(0);
  writeFiles(project, {
    'src/use.ts': "import { client } from './api/index.js';\nvoid (await client.GET('/notes')).data;\n",
  });
  const uses = (cwd: string) =>
    capture(['uses', '--scan', 'src', '--consumer', 'shop', '--as-of', '2026-11-20'], { cwd });
  const packages = { typescript: typescript7, 'openapi-fetch': inTools('openapi-fetch') };
  const { code, stderr } = await uses(copyWith(project, packages));
  expect(stderr).toContain('Run: npm i -D typescript-5@npm:typescript@5.9\n');
  expect(code).toBe(2);
  const found = await uses(copyWith(project, { ...packages, 'typescript-5': inTools('typescript') }));
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('"GET /notes"') });
  expect(found).toEqual(await uses(project));
});
