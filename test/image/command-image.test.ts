import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from '../command/built-package.js';
import { packPackage, type PackedPackage } from '../packed/packed-package.js';
import { buildImage, environmentOf, type Image } from './build-image.js';

let packed: PackedPackage;
let folder: string;
let image: Image;
beforeAll(async () => {
  packed = await packPackage();
  folder = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(folder, 0o755);
  image = buildImage({ repository, file: 'Dockerfile.cli', args: { SVCKIT: packed.tarball } }, folder);
});
afterAll(() => {
  packed?.remove();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Runs the image's command with other parameters in a folder, which `docker run -v` would mount as its own. */
const run = (cwd: string, ...parameters: readonly string[]) => {
  const [entry, ...defaults] = image.command;
  const { status, stdout, stderr } = spawnSync(entry!, parameters.length > 0 ? parameters : defaults, {
    cwd,
    encoding: 'utf8',
    env: environmentOf(image.root, image.env),
    ...(process.getuid!() === 0 && image.user),
  });
  return { status, output: stdout + stderr };
};

it('the image of the command line prints its help, as a user without rights', () => {
  expect(image.user.uid).not.toBe(0);
  expect(run(folder)).toMatchObject({ status: 0, output: expect.stringContaining('Usage: svc') });
});

it('it judges a repository that belongs to somebody else', () => {
  const project = join(folder, 'work');
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', project]);
  copyFileSync(join(repository, 'fixtures/around/openapi.yaml'), join(project, 'openapi.yaml'));
  const commit = 'git add . && git -c user.name=A -c user.email=a@example.com commit --quiet --message Start';
  execFileSync('sh', ['-c', commit], { cwd: project });
  expect(readdirSync(project)).not.toContain('node_modules');
  expect(run(project, 'gate', '--document', 'openapi.yaml', '--base', 'main')).toMatchObject({
    status: 0,
    output: expect.stringContaining('The gate is open.'),
  });
});
