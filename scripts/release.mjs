import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const folders = ['.', 'stores', 'service'];
const isDryRun = process.argv.includes('--dry-run');

/** What stands between this tree and a release, as sentences; `git` runs git and returns what it prints. */
export function findObstacles({ manifests, changelog, git }) {
  const [{ version }] = manifests;
  const names = manifests.map(({ name }) => name);
  const obstacles = [];
  for (const { name, version: own, dependencies, peerDependencies } of manifests) {
    if (own !== version)
      obstacles.push(`${name} has version ${own}, and svckit has ${version}. Give them one version.`);
    for (const [needed, range] of Object.entries({ ...dependencies, ...peerDependencies }))
      if (names.includes(needed) && range !== version)
        obstacles.push(`${name} needs ${needed} ${range}. Write "${needed}": "${version}".`);
  }
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm').test(changelog))
    obstacles.push(`CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)". Write the day of the release.`);
  if (git('status', '--porcelain') !== '') obstacles.push('The tree has changes. Commit them.');
  if (git('tag', '--list', `v${version}`) !== '') obstacles.push(`The tag v${version} exists. Raise the version.`);
  return obstacles;
}

function run(program, parameters, cwd = repository) {
  const { status, stdout } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} failed.`);
  return stdout.trim();
}

/** Packs every package, and publishes it with provenance unless this is a rehearsal. A release runs in CI, which signs the provenance. */
function release() {
  const manifests = folders.map((folder) => JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')));
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
  const obstacles = findObstacles({ manifests, changelog, git: (...words) => run('git', words) });
  for (const obstacle of obstacles) console.error(obstacle);
  if (obstacles.length > 0 && !isDryRun) return 1;
  run('npm', ['run', 'build']);
  const out = join(repository, 'out', 'release');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const folder of folders) {
    const [packed] = JSON.parse(
      run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', out], join(repository, folder)),
    );
    const publish = ['publish', join(out, packed.filename), '--access', 'public', '--provenance'];
    console.log(`${packed.id}  ${packed.entryCount} files  ${packed.size} bytes`);
    if (isDryRun) console.log(`  would run: npm ${publish.join(' ')}`);
    else run('npm', publish);
  }
  return obstacles.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = release();
