import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCopy, repository } from '../command/built-package.js';
import { runProgram } from './run-program.js';

export interface PackedPackage {
  /** The file that a registry would hand out. */
  readonly tarball: string;
  /** Outside this repository, so that nothing is found by accident. */
  readonly folder: string;
  remove(): void;
}

/** Builds this package with its types, packs it, and opens an empty folder to install it in. */
export async function packPackage(): Promise<PackedPackage> {
  const built = await buildCopy();
  const folder = mkdtempSync(join(tmpdir(), 'svckit-packed-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    await runProgram(
      [process.execPath, compiler, '-p', 'tsconfig.build.json', '--outDir', join(built.folder, 'dist/types')],
      repository,
    );
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md'].filter((file) => existsSync(join(repository, file)))) {
      copyFileSync(join(repository, name), join(built.folder, name));
    }
    const { stdout } = await runProgram(
      ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
      built.folder,
    );
    return { tarball: join(folder, stdout.trim()), folder, remove };
  } catch (error) {
    remove();
    throw error;
  } finally {
    built.remove();
  }
}
