import { mkdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findConfig, LoadError, requireConfig } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

const opened: { remove(): void }[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const project of opened.splice(0)) project.remove();
});

function project(files: Readonly<Record<string, string>>, ...folders: readonly string[]) {
  const made = makeProject(files, { packages: [] });
  for (const folder of folders) mkdirSync(made.path(folder), { recursive: true });
  opened.push(made);
  return made;
}

function refusal(cwd: string): string {
  try {
    return requireConfig(cwd);
  } catch (error) {
    if (error instanceof LoadError) return `${error.message}\n${error.fix}`;
    throw error;
  }
}

describe('findConfig', () => {
  it('takes TypeScript before JavaScript', () => {
    const { cwd, path } = project({ 'svc.config.mjs': '', 'svc.config.ts': '' });
    expect(findConfig(cwd)).toBe(path('svc.config.ts'));
  });

  it('takes the nearest one upwards in the repository, past a package.json', () => {
    const { path } = project(
      { '.git': '', 'svc.config.ts': '', 'a/svc.config.js': '', 'b/package.json': '{}' },
      'a/x/y',
    );
    expect(findConfig(path('a/x/y'))).toBe(path('a/svc.config.js'));
    expect(findConfig(path('b'))).toBe(path('svc.config.ts'));
  });

  it('stops at the root of the repository, or at the outermost package.json outside of one', () => {
    const { path } = project(
      {
        'svc.config.ts': '',
        'a/package.json': '{}',
        'd/svc.config.ts': '',
        'd/package.json': '{}',
        'd/x/package.json': '{}',
      },
      'a/x',
      'b/.git',
      'b/x',
      'c/x',
      'd/x/y',
    );
    expect(findConfig(path('a/x'))).toBeNull();
    expect(findConfig(path('d/x/y'))).toBe(path('d/svc.config.ts'));
    expect(findConfig(path('b/x'))).toBeNull();
    expect(findConfig(path('c/x'))).toBe(path('svc.config.ts'));
  });

  it('does not walk past the home folder for a package.json', () => {
    const { path } = project(
      { 'package.json': '{}', 'home/package.json': '{}', 'home/work/svc.config.ts': '' },
      'home/work/x',
    );
    vi.stubEnv('HOME', path('home'));
    expect(findConfig(path('home/work/x'))).toBe(path('home/work/svc.config.ts'));
  });

  it.each(['HOME', 'TMPDIR'])('never walks up into the folder that %s names', (name) => {
    const { path } = project({ '.git': '', 'svc.config.ts': '' }, 'home/work', 'work');
    expect(findConfig(path('work'))).toBe(path('svc.config.ts'));
    vi.stubEnv(name, path('.'));
    expect(findConfig(path('work'))).toBeNull();
    vi.stubEnv(name, path('home'));
    expect(findConfig(path('home/work'))).toBeNull();
  });

  it('looks into the working directory in any case', () => {
    const { cwd, path } = project({ 'svc.config.ts': '' });
    vi.stubEnv('HOME', cwd);
    expect(findConfig(cwd)).toBe(path('svc.config.ts'));
  });

  it('takes no folder for a config', () => {
    const { cwd } = project({}, 'svc.config.ts');
    expect(findConfig(cwd)).toBeNull();
  });
});

describe('requireConfig', () => {
  it('says where it looked', () => {
    const { cwd, path } = project({ '.git': '' }, 'a/b');
    expect(refusal(path('a/b')).replaceAll(cwd, '/repo')).toMatchInlineSnapshot(`
      "No service found: there is no svc.config.{ts,mts,js,mjs,yaml} in /repo/a/b, /repo/a or /repo.
      Name an export file, create a service with svc new, list OpenAPI documents in svc.config.yaml, or use the bundled service with --demo."
    `);
  });

  it.each(['svc.confg.ts', 'svc-config.ts', 'svcconfig.js', '.svc.config.ts', 'scv.config.ts', 'svc.config.cts'])(
    'points at %s',
    (name) => {
      const { cwd } = project({ '.git': '', [name]: '', 'svc.yaml': '' });
      expect(refusal(cwd)).toContain(`${cwd}/${name} looks misnamed: rename it to svc.config.ts.`);
    },
  );

  it.each(['svc.yaml', 'vite.config.ts', 'svg.config.ts', 'service.ts', 'svc.ts'])('does not point at %s', (name) => {
    const { cwd } = project({ '.git': '', [name]: '' });
    expect(refusal(cwd)).not.toContain('misnamed');
  });
});
