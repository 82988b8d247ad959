import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeRepository } from '../../src/cli/testing/make-repository.js';
import { repository } from './built-package.js';

const isInstalled = spawnSync('pre-commit', ['--version']).status === 0;
if (!isInstalled) console.warn('The hooks are not run: pre-commit is not installed (apt-get install pre-commit).');

describe.skipIf(!isInstalled)('the hooks of pre-commit', () => {
  let hooks: ReturnType<typeof makeRepository>;
  let api: ReturnType<typeof makeRepository>;
  const home = mkdtempSync(join(tmpdir(), 'pre-commit-'));

  beforeAll(() => {
    hooks = makeRepository({
      '.pre-commit-hooks.yaml': readFileSync(join(repository, '.pre-commit-hooks.yaml'), 'utf8'),
    });
    const revision = hooks.git(['rev-parse', 'HEAD']).trim();
    api = makeRepository({
      '.gitignore': 'node_modules\n',
      'package.json': '{ "private": true }',
      'svc.config.yaml': 'document: openapi.yaml\n',
      '.pre-commit-config.yaml': `repos:\n  - repo: ${hooks.path('.')}\n    rev: ${revision}\n    hooks: [{ id: svc-lock }, { id: svc-gate, args: [main] }]\n`,
    });
    cpSync(join(repository, 'fixtures/around/openapi.yaml'), api.path('openapi.yaml'));
    mkdirSync(api.path('node_modules/.bin'), { recursive: true });
    symlinkSync(join(inject('built'), 'bin/svc.mjs'), api.path('node_modules/.bin/svc'));
    const locked = spawnSync('npx', ['--no-install', 'svc', 'openapi', 'lock'], { cwd: api.path('.') });
    expect(locked.status).toBe(0);
    api.commit('locked');
  });
  afterAll(() => {
    for (const made of [hooks, api]) made?.remove();
    rmSync(home, { recursive: true });
  });

  const run = () => {
    const options = { cwd: api.path('.'), encoding: 'utf8', env: { ...process.env, PRE_COMMIT_HOME: home } } as const;
    const { status, stdout } = spawnSync('pre-commit', ['run', '--all-files'], options);
    return { status, stdout, passed: stdout.match(/Passed$/gm)?.length ?? 0 };
  };

  it('pass what is locked and breaks nothing, and stop what breaks', () => {
    expect(run()).toMatchObject({ status: 0, passed: 2 });
    const document = readFileSync(api.path('openapi.yaml'), 'utf8');
    writeFileSync(api.path('openapi.yaml'), document.replace('pages: { type: integer }', 'pages: { type: string }'));
    const { status, stdout, passed } = run();
    expect({ status, passed }).toEqual({ status: 1, passed: 0 });
    expect(stdout).toContain('The lock files are not up to date.');
    expect(stdout).toContain('The gate is closed: 2 errors.');
  });
});
