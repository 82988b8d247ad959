import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../export/testing/temporary-project.js';
import { capture, fixture } from './testing/capture-io.js';

const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const project of opened.splice(0)) project.remove();
});

function project(...args: Parameters<typeof makeProject>) {
  const made = makeProject(...args);
  opened.push(made);
  return made;
}

const config = `export { default } from ${JSON.stringify(fixture('uri/svc.config.ts'))};`;

describe('a command in a folder without a service', () => {
  it.each([
    ['serve'],
    ['routes'],
    ['check'],
    ['openapi', 'export'],
    ['openapi', 'lock'],
    ['lifecycle'],
    ['explain', 'GET', '/'],
    ['diff', 'v1', 'v2'],
  ])('svc %s %s refuses, and changes nothing', async (...argv) => {
    const { cwd } = project({}, { packages: [] });
    const { code, stdout, stderr } = await capture(
      argv.filter((word) => word !== undefined),
      { cwd },
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `No service found: there is no svc.config.{ts,mts,js,mjs,yaml} in ${cwd}. Name an export file, create a service with svc new, list OpenAPI documents in svc.config.yaml, or use the bundled service with --demo.\n`,
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('points at a config with a slip in its name', async () => {
    const { cwd, path } = project({ 'svc.confg.ts': config });
    const { code, stderr } = await capture(['check'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`\n${path('svc.confg.ts')} looks misnamed: rename it to svc.config.ts.\n`);
  });
});

describe('a command below the folder of a service', () => {
  it('works on the nearest one, and names files from where it runs', async () => {
    const { path } = project({ '.git': '', 'svc.config.ts': config, 'docs/deep/notes.md': '' });
    const { code, stdout } = await capture(['check', '--as-of', '2026-11-21'], { cwd: path('docs/deep') });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems in') });
  });

  it('writes and checks contracts beside its config', async () => {
    const { cwd, path } = project({ '.git': '', 'svc.config.ts': config, 'docs/notes.md': '' });
    const written = await capture(['openapi', 'lock'], { cwd: path('docs') });
    expect(written).toMatchObject({ code: 0, stderr: 'Wrote ../contracts/v1.json and ../contracts/v2.json.\n' });
    expect(readdirSync(path('contracts'))).toEqual(['v1.json', 'v2.json']);
    expect(readdirSync(path('docs'))).toEqual(['notes.md']);
    for (const folder of [cwd, path('docs')])
      expect(await capture(['openapi', 'lock', '--check'], { cwd: folder })).toMatchObject({ code: 0 });
  });

  it('writes them where --dir says, or beside the export file that is named', async () => {
    const { path } = project({ '.git': '', 'svc.config.ts': config, 'docs/notes.md': '' });
    await capture(['openapi', 'lock', '--dir', 'locks'], { cwd: path('docs') });
    await capture(['openapi', 'lock', '../svc.config.ts'], { cwd: path('docs') });
    expect(readdirSync(path('docs'))).toEqual(['locks', 'notes.md']);
    expect(readdirSync(path('contracts'))).toEqual(readdirSync(path('docs/locks')));
  });
});

describe('named exports', () => {
  it('suggests the one that was meant, and leaves others alone', async () => {
    const { cwd } = project({
      'svc.config.ts': `
        import { Module } from 'svckit';
        @Module({}) class AppModule {}
        export { AppModule as root };
        export const versionning = { type: 'uri' };
        export const helper = 1;`,
    });
    const { code, stdout } = await capture(['check'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('svc.config.ts:5');
    expect(stdout).toContain('Unknown option "versionning". Did you mean "versioning"?');
    expect(stdout).not.toContain('helper');
  });
});

describe('--demo', () => {
  it('does not go together with an export file', async () => {
    expect(await capture(['check', 'svc.config.ts', '--demo'], { cwd: fixture('uri') })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Name an export file or use --demo, not both.\n',
    });
  });
});
