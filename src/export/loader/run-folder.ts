import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUpwards } from './find-upwards.js';

/** Where a bundle is written to be run: inside the project, so that Node finds its packages. */
export interface RunFolder {
  readonly path: string;
  write(file: string, text: string): void;
  /** Removes what was written. */
  close(): void;
}

/** `node_modules/.cache/svckit` of the nearest project above `folder`; a new temporary folder where that cannot be written. */
export function openRunFolder(folder: string): RunFolder {
  const modules = findUpwards(folder, 'node_modules');
  const cache = modules && join(modules, '.cache', 'svckit');
  return cache && makeWritable(cache) ? runFolder(realpathSync(cache), null) : openTemporaryFolder();
}

/** Its folder is called node_modules, so that a test runner leaves what is inside to Node. */
function openTemporaryFolder(): RunFolder {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'svckit-')));
  const path = join(home, 'node_modules');
  mkdirSync(path);
  return runFolder(path, home);
}

function runFolder(path: string, temporary: string | null): RunFolder {
  const written: string[] = [];
  const remove = () => {
    for (const file of temporary ? [temporary] : written) rmSync(file, { recursive: true, force: true });
  };
  // A service that ends the process while it loads leaves nothing behind either.
  process.once('exit', remove);
  return {
    path,
    write(file, text) {
      written.push(file);
      writeFileSync(file, text);
    },
    close() {
      process.off('exit', remove);
      remove();
    },
  };
}

function makeWritable(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
