import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { repository } from './built-package.js';
import { runProgram } from '../packed/run-program.js';

let folder: string;

/** Every package of this repository but the converter of Valibot. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-converter-'));
  const installed = join(repository, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(installed))
    if (!name.startsWith('.') && !['svckit', '@svckit', '@valibot'].includes(name))
      symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  cpSync(inject('built'), join(folder, 'node_modules/svckit'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the package that describes schemas of Valibot where it is not installed', async () => {
  writeFileSync(
    join(folder, 'svc.config.ts'),
    `import { Controller, defineService, Module, Post } from 'svckit';
import * as v from 'valibot';
const Book = v.object({ title: v.string() });
@Controller('books')
class Books {
  @Post('', { query: v.object({ dry: v.optional(v.string()) }), body: Book, response: Book }) create() {
    return { title: 'Mort' };
  }
}
@Module({ controllers: [Books] })
class Root {}
export default defineService({ root: Root, info: { title: 'Books', version: '1.0.0' } });
`,
  );
  const check = [process.execPath, 'node_modules/svckit/bin/svc.mjs', 'check'] as const;
  const { code, stdout } = await runProgram(check, folder);
  const advice = 'Run npm install @valibot/to-json-schema, which describes schemas of Valibot.';
  const said = stdout.split('\n').filter((line) => line.includes('undescribed-schema'));
  expect([code, said]).toEqual([
    0,
    [
      `svc.config.ts:6 warning undescribed-schema: Body of Books.create() is a schema of valibot without a description: documents show any value. ${advice}`,
      `svc.config.ts:6 warning undescribed-schema: Query of Books.create() is a schema of valibot without a description: documents do not list its members, and they stay text. ${advice}`,
      `svc.config.ts:6 warning undescribed-schema: Response 201 of Books.create() is a schema of valibot without a description: documents show any value, and it is sent with all its members. ${advice}`,
    ],
  ]);
});
