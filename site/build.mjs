import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFolder } from '../scripts/install-folder.mjs';
import { brokenLinks } from './check-links.mjs';
import { groupReference } from './group-reference.mjs';
import { copyPages } from './copy-pages.mjs';
import { docs } from './reading-order.mjs';

const site = fileURLToPath(new URL('.', import.meta.url));
const tools = fileURLToPath(new URL('../tools', import.meta.url));
const { homepage } = JSON.parse(readFileSync(join(site, '../package.json'), 'utf8'));

/** Runs a program of a folder's packages. */
function run(folder, program, ...args) {
  const { status } = spawnSync(join(folder, 'node_modules/.bin', program), args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

for (const folder of [tools, site]) installFolder(folder);
for (const folder of ['content', 'dist']) rmSync(join(site, folder), { recursive: true, force: true });
const copy = () => copyPages(join(site, 'content'), homepage.replace('#readme', '/blob/main/'));
copy();
run(tools, 'typedoc', '--options', join(site, 'typedoc.json'));
groupReference(join(site, 'content/reference'));
if (process.argv.includes('--serve')) {
  watch(docs, { recursive: true }, copy);
  spawn(join(site, 'node_modules/.bin/vitepress'), ['dev'], { cwd: site, stdio: 'inherit' }).once('exit', () =>
    process.exit(),
  );
} else {
  run(site, 'vitepress', 'build');
  const broken = brokenLinks(join(site, 'dist'));
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exit(1);
  console.log('The guide is in site/dist, for any web server.');
}
