import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../command/built-package.js';
import type { Block } from './read-page.js';

/** Every name that svckit exports. */
const exported = [
  ...readFileSync(join(repository, 'src/index.ts'), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm),
].flatMap(([, names]) => names!.split(',').flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []));

/** What a block leaves out: imports of svckit and of `z`, and the root module, of which other files of the page may have one. */
function missingImports(code: string, beside: readonly Block[]): string {
  const imported = [...code.matchAll(/^import (?:type )?([^'"]*) from/gm)].flatMap(
    ([, names]) => names!.match(/\w+/g) ?? [],
  );
  const declared = [...code.matchAll(/\b(?:const|class|function\*?|interface|type)\s+(\w+)/g)].map(([, name]) => name!);
  const taken = new Set([...imported, ...declared]);
  const used = new Set(code.replaceAll(/\/\/.*$/gm, '').match(/(?<![.\w'"-])[A-Za-z]\w*/g) ?? []);
  const isMissing = (name: string) => used.has(name) && !taken.has(name);
  const names = exported.filter(isMissing);
  const root = beside.find(({ text }) => text.includes('export class AppModule'))?.file?.replace(/\.ts$/, '.js');
  return [
    names.length > 0 ? `import { ${names.join(', ')} } from 'svckit'; ` : '',
    isMissing('z') ? "import { z } from 'zod'; " : '',
    isMissing('AppModule') ? (root ? `import { AppModule } from './${root}';` : 'declare class AppModule {}') : '',
  ].join('');
}

/** A block as a module of its page: what it leaves out, on lines before its own. */
export const moduleOf = (block: Block, blocks: readonly Block[]) =>
  `${before(block, blocks)}${block.text}\nexport {};\n`;
const before = (block: Block, blocks: readonly Block[]) =>
  `${missingImports(block.given + block.text, filesBeside(blocks, block))}\n${block.given}`;

/** The other files of a page as a reader of this block has them: the last form before it, else the first after it. */
function filesBeside(blocks: readonly Block[], block: Block): readonly Block[] {
  const files = new Map<string, Block>();
  for (const other of blocks) {
    if (other.page !== block.page || other.file === null || other.file === block.file || other.mark === 'fragment')
      continue;
    if (other.line < block.line || !files.has(other.file)) files.set(other.file, other);
  }
  return [...files.values()];
}

/** Compiles each block, beside the other files of its page: one message for each error, with its page and line. */
export function compileBlocks(folder: string, whole: readonly Block[], blocks: readonly Block[]): readonly string[] {
  const places = new Map<string, Block>();
  for (const [index, block] of whole.entries()) {
    const own = `${index}-${block.page.replaceAll(/\W/g, '-')}`;
    for (const other of filesBeside(blocks, block))
      write(join(folder, own, other.file!), other.language === 'ts' ? moduleOf(other, blocks) : other.text);
    if (block.text.includes('./generated/')) generatePrismaClient(join(folder, own));
    const name = join(own, block.file ?? 'block.ts');
    places.set(name, block);
    write(join(folder, name), moduleOf(block, blocks));
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(repository, 'templates/service/tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object;
  };
  const options = { ...compilerOptions, verbatimModuleSyntax: false };
  write(join(folder, 'package.json'), '{ "type": "module" }');
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [...places.keys()] }));
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = [...stdout.matchAll(/^(.+?)\((\d+),\d+\): (error TS\d+: .*(?:\n +.*)*)|^error .*/gm)];
  if ((status === 0) !== (errors.length === 0)) throw new Error(`tsc ended with ${status}: ${stdout}${stderr}`);
  return errors.flatMap(([all, file, line, message]) => {
    const block = places.get(file ?? '');
    if (!block) return file === undefined ? [all] : [];
    return `${block.page}:${block.line + Number(line) - before(block, blocks).split('\n').length}: ${message}`;
  });
}

/** What `npx prisma generate` writes; it needs no engine, which would be downloaded. */
function generatePrismaClient(folder: string): void {
  const { status, stderr } = spawnSync(join(repository, 'test/docs/node_modules/.bin/prisma'), ['generate'], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', TMPDIR: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prisma generate failed: ${stderr}`);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
