import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../../src/cli/testing/capture-io.js';
import { versioningTypes } from '../../src/routing/versioning/versioning.js';
import { runProgram } from '../packed/run-program.js';
import { repository } from '../read-imports.js';

const linters = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linters-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: spectral:oas\n');
  await runProgram(
    ['npm', 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...linters],
    folder,
  );
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (name: string) => join(folder, 'node_modules/.bin', name);

/** What Redocly's recommended rules and Spectral's rules for OpenAPI report. */
async function reported(files: readonly string[], config: readonly string[]): Promise<readonly unknown[]> {
  const redocly = await run([program('redocly'), 'lint', ...config, '--format', 'json', ...files]);
  // One JSON text after the other, each of a document.
  const found = redocly.stdout
    .split(/(?<=^\})(?=\{)/m)
    .flatMap((text) => (JSON.parse(text) as { readonly problems: readonly unknown[] }).problems);
  const spectral = [program('spectral'), 'lint', '--ruleset', join(folder, '.spectral.yaml'), '--format', 'json'];
  const { stdout } = await run([...spectral, ...files] as [string, ...string[]]);
  return [...found, ...(JSON.parse(stdout.replace(/No results.*$/s, '')) as readonly unknown[])];
}

const run = (command: readonly [string, ...string[]]) => runProgram(command, folder, { mayFail: true });
const documentsIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name !== 'changes.json')
    .map((name) => join(path, name));

describe('redocly lint and Spectral', () => {
  it('see that a document lacks something', async () => {
    const file = join(folder, 'bare.json');
    writeFileSync(file, '{ "openapi": "3.1.0", "info": { "title": "Bare", "version": "1" }, "paths": {} }');
    expect(JSON.stringify(await reported([file], ['--extends', 'recommended']))).toMatch(/info-license.*info-contact/);
  });

  it('find nothing in the documents of the bundled service', async () => {
    const config = ['--config', join(repository, 'redocly.yaml')];
    const files = await Promise.all(
      ['1', '2'].map(async (version) => {
        const { stdout } = await capture(['openapi', 'lock', '--print', version], { cwd: repository });
        const file = join(folder, `bundled-${version}.json`);
        writeFileSync(file, stdout);
        return file;
      }),
    );
    expect(await reported(files, config)).toEqual([]);
  });

  it.each(versioningTypes.map(({ name }) => name))('find nothing in those of a new %s service', async (versioning) => {
    const parent = join(folder, versioning);
    mkdirSync(parent);
    const flags = ['--yes', '--no-install', '--versioning', versioning];
    expect(await capture(['new', 'shop', ...flags], { cwd: parent })).toMatchObject({ code: 0 });
    const shop = join(parent, 'shop');
    symlinkSync(join(repository, 'node_modules'), join(shop, 'node_modules'));
    const exported = await capture(['openapi', 'export', '--all', '--out-dir', 'openapi'], { cwd: shop });
    expect(exported).toMatchObject({ code: 0 });
    expect(await reported(documentsIn(join(shop, 'openapi')), ['--extends', 'recommended'])).toEqual([]);
  });
});
