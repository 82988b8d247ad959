import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCopy, repository } from '../command/built-package.js';
import { runProgram } from '../packed/run-program.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder whose node_modules has svckit as built from the current sources, and every package that the guide names. */
    readonly workFolder: string;
    /** The command of that svckit. */
    readonly command: string;
  }
}

const examples = join(repository, 'test/docs');

export default async function openWorkFolder({ provide }: TestProject): Promise<() => void> {
  const { installFolder } = (await import(new URL('../../scripts/install-folder.mjs', import.meta.url).href)) as {
    installFolder(folder: string): void;
  };
  installFolder(examples);
  const built = await buildCopy();
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const types = ['-p', 'tsconfig.build.json', '--outDir', join(built.folder, 'dist/types')];
  await runProgram([process.execPath, compiler, ...types], repository);
  const folder = mkdtempSync(join(tmpdir(), 'svckit-docs-'));
  linkPackages(join(folder, 'node_modules'), built.folder);
  provide('workFolder', folder);
  provide('command', built.script);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    built.remove();
  };
}

/** Links svckit, what test/docs depends on, and each package of this repository; the former win. */
function linkPackages(folder: string, svckit: string): void {
  mkdirSync(folder);
  symlinkSync(join(examples, 'node_modules/.bin'), join(folder, '.bin'));
  const linked = new Set(['svckit']);
  symlinkSync(svckit, join(folder, 'svckit'));
  const { dependencies } = JSON.parse(readFileSync(join(examples, 'package.json'), 'utf8')) as { dependencies: object };
  const sources = [
    [join(examples, 'node_modules'), Object.keys(dependencies)],
    [join(repository, 'node_modules'), packagesOf(join(repository, 'node_modules'))],
  ] as const;
  for (const [source, names] of sources)
    for (const name of names) {
      if (linked.has(name)) continue;
      linked.add(name);
      if (name.includes('/')) mkdirSync(join(folder, name, '..'), { recursive: true });
      symlinkSync(join(source, name), join(folder, name));
    }
}

const packagesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((below) => `${name}/${below}`) : [name],
    );
