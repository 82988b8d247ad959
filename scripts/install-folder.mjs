import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs a folder with its own package.json as its lockfile says, unless it is. Throws when npm fails. */
export function installFolder(folder) {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules', '.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}.`);
  cpSync(lock, installed);
}
