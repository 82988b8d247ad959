import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from './consumer-folder.js';

/** Installs tools/ as its lockfile says, unless it is. */
export default function installTools(): void {
  const lock = join(tools, 'package-lock.json');
  const installed = join(tools, 'node_modules', '.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', tools], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci --prefix tools failed.');
  cpSync(lock, installed);
}
