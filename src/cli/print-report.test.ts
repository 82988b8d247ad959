import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from './testing/make-repository.js';
import { capture, fixture } from './testing/capture-io.js';

const story = readFileSync(fixture('story/svc.config.ts'), 'utf8');
let repository: ReturnType<typeof makeRepository>;
let cwd: string;
beforeAll(async () => {
  repository = makeRepository({ 'services/users/svc.config.ts': story });
  cwd = repository.path('services/users');
  await capture(['openapi', 'lock'], { cwd });
  repository.commit('lock');
  const shorter = story.replace('z.string().max(40)', 'z.string().max(20)');
  writeFileSync(repository.path('services/users/svc.config.ts'), shorter);
  writeFileSync(repository.path('services/users/broken.ts'), shorter.replace("version: '2' }", "version: '' }"));
});
afterAll(() => repository.remove());

const commands = [
  ['svc check', ['check', 'broken.ts'], ['broken.ts']],
  ['svc diff', ['diff', 'git:main', 'v2'], ['svc.config.ts']],
  ['svc gate', ['gate', '--base', 'main'], ['contracts/v2.json', 'svc.config.ts']],
] as const;
const filesIn: Readonly<Record<string, (stdout: string) => readonly string[]>> = {
  github: (stdout) => [...stdout.matchAll(/^::\w+ file=([^,]+),/gm)].map((match) => match[1]!),
  sarif: (stdout) => [...stdout.matchAll(/"uri": "([^"]+)"/g)].map((match) => match[1]!),
  json: (stdout) => [...stdout.matchAll(/"file": "([^"]+)"/g)].map((match) => match[1]!),
};
const namedBy = async (argv: readonly string[], format: string, env = {}) =>
  [...new Set(filesIn[format]!((await capture([...argv, '--format', format], { cwd, env })).stdout))].sort();

describe.each(commands)('%s below the top of a repository', (_, argv, files) => {
  const fromTop = files.map((file) => `services/users/${file}`);

  it.each(['github', 'sarif'])('names files from the top for %s', async (format) => {
    expect(await namedBy(argv, format)).toEqual(fromTop);
    expect(await namedBy(argv, format, { GITHUB_WORKSPACE: repository.path('..') })).toEqual(fromTop);
  });

  it('names files from the working directory for everybody else', async () => {
    expect(await namedBy(argv, 'json')).toEqual(files);
  });
});

describe('a copy without .git', () => {
  it("is named from GitHub's workspace, where it lies in it", async () => {
    const copy = makeRepository({
      'services/users/broken.ts': readFileSync(repository.path('services/users/broken.ts'), 'utf8'),
    });
    rmSync(copy.path('.git'), { recursive: true });
    const named = async (workspace: string) =>
      filesIn['github']!(
        (
          await capture(['check', 'broken.ts', '--format', 'github'], {
            cwd: copy.path('services/users'),
            env: { GITHUB_WORKSPACE: workspace },
          })
        ).stdout,
      )[0];
    expect(await named(copy.cwd)).toBe('services/users/broken.ts');
    expect(await named(repository.cwd)).toBe('broken.ts');
    expect(await named('')).toBe('broken.ts');
    copy.remove();
  });
});
