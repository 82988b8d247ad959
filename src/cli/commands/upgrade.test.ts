import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { parseUpgradesFile } from '../../contract/upgrades/upgrades-file.js';
import { capture, fixture } from '../testing/capture-io.js';

const entry = join(fixture('upgrade'), 'service', 'svc.config.ts');
let project: ReturnType<typeof makeProject>;
beforeAll(async () => {
  project = makeProject({});
  expect(await capture(['docs', entry, '--out-dir', 'site'], { cwd: project.cwd })).toMatchObject({ code: 0 });
  expect(await capture(['openapi', 'lock', entry, '--dir', 'contracts'], { cwd: project.cwd })).toMatchObject({
    code: 0,
  });
});
afterAll(() => project.remove());

const upgrade = (...argv: readonly string[]) => capture(['upgrade', ...argv], { cwd: project.cwd });
const read = (file: string) => readFileSync(project.path(file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(project.path(folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(project.path(folder).length + 1))
    .sort();

/** The address of what svc docs wrote, as any web server has it. */
async function serveSite(): Promise<string> {
  const server = createServer((req, res) => {
    const file = project.path(`site${req.url}`);
    if (existsSync(file)) res.end(readFileSync(file));
    else res.writeHead(404).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('svc upgrade', () => {
  it('writes the same skill from a service, from its lock files and from what svc docs published, in a folder and at an address', async () => {
    const sources = {
      service: [entry],
      locks: ['--from', 'contracts'],
      site: ['--from', 'site/upgrade'],
      address: ['--from', `${await serveSite()}/upgrade/`],
    };
    const skills = [];
    for (const [name, source] of Object.entries(sources)) {
      expect(await upgrade('v1', 'v3', ...source, '--skill', `skills/${name}`)).toMatchObject({ code: 0, stdout: '' });
      const texts = filesIn(`skills/${name}`).map((file) => [file, read(`skills/${name}/${file}`)] as const);
      skills.push(
        texts.map(([file, text]) => [file, text.replaceAll(/`svc upgrade v1 v3.*? --in src/g, 'svc upgrade')]),
      );
    }
    expect(skills[1]).toEqual(skills[0]);
    expect(skills[2]).toEqual(skills[0]);
    expect(skills[3]).toEqual(skills[0]);
    await expect(read('skills/locks/SKILL.md')).toMatchFileSnapshot('../../../fixtures/upgrade/skill/SKILL.md');
    await expect(read('skills/locks/references/prices-are-in-cents.md')).toMatchFileSnapshot(
      '../../../fixtures/upgrade/skill/references/prices-are-in-cents.md',
    );
  });

  it('publishes what changed from each older version to the newest, beside the documents', () => {
    const { contracts, steps } = parseUpgradesFile(read('site/upgrade/upgrades.json'))!;
    expect(contracts).toEqual(['v1.json', 'v2.json', 'v3.json']);
    const [book] = steps[1]!.changes.find(({ id }) => id === 'a-book-has-a-publisher')!.subjects;
    expect(book!.moved).toEqual([
      { older: ['publisherName'], newer: ['publisher', 'name'] },
      { older: ['publisherCity'], newer: ['publisher', 'city'] },
    ]);
    expect(filesIn('site/upgrade').filter((file) => file.endsWith('SKILL.md'))).toEqual([
      '1-to-3/SKILL.md',
      '2-to-3/SKILL.md',
    ]);
  });

  it('removes references of changes that are gone, and replaces no file of somebody else', async () => {
    await upgrade('v1', 'v3', '--from', 'contracts', '--skill', 'shrinking');
    await upgrade('v1', 'v2', '--from', 'contracts', '--skill', 'shrinking');
    expect(filesIn('shrinking')).toHaveLength(4);
    cpSync(project.path('shrinking'), project.path('foreign'), { recursive: true });
    writeFileSync(project.path('foreign/SKILL.md'), 'Ours.\n');
    expect(await upgrade('v1', 'v3', '--from', 'contracts', '--skill', 'foreign')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('foreign/SKILL.md was not written by svc upgrade --skill. Name another folder.'),
    });
    expect(read('foreign/SKILL.md')).toBe('Ours.\n');
  });

  it.each([
    [['v1', 'v3', '--from', 'contracts'], 'Name the folder of the code: --in src.'],
    [
      ['v1', 'v3', '--from', 'contracts', '--in', 'nowhere'],
      '--in nowhere does not exist. Name the folder of your code.',
    ],
    [['v3', 'v1', '--from', 'contracts', '--in', 'src'], 'Version 1 is older than version 3. Run svc upgrade v1 v3.'],
    [
      ['v1', 'v1', '--from', 'contracts', '--in', 'src'],
      'Both sides are version 1. Name two versions, such as v1 and v2.',
    ],
    [['v1', 'v4', '--from', 'contracts', '--in', 'src'], 'contracts has no v4. Available: v1, v2, v3.'],
    [['v1', 'v3', '--from', 'empty', '--in', 'src'], '--from empty has no lock files.'],
    [['v1', 'v3', '--from', 'nowhere', '--in', 'src'], '--from nowhere is not a folder.'],
    [
      ['v1', 'v3', entry, '--from', 'contracts', '--in', 'src'],
      '--from has both versions. Omit the entry, --document and --demo.',
    ],
    [['v1', 'v3', '--in', 'src', '--check', '--dry-run'], '--dry-run and --check edit no code. Use one of them.'],
  ])('refuses %j', async (argv, message) => {
    mkdirSync(project.path('empty'), { recursive: true });
    mkdirSync(project.path('src'), { recursive: true });
    const { code, stderr } = await upgrade(...argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('says what an address lacks', async () => {
    mkdirSync(project.path('src'), { recursive: true });
    const address = await serveSite();
    expect(await upgrade('v1', 'v3', '--from', address, '--in', 'src')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${address}/upgrades.json answers 404 Not Found. Check the URL.`),
    });
  });

  it('refuses a file that svc docs did not write', async () => {
    cpSync(project.path('contracts'), project.path('broken'), { recursive: true });
    writeFileSync(project.path('broken/upgrades.json'), '{ "upgrades": 2 }');
    expect(await upgrade('v1', 'v3', '--from', 'broken', '--in', 'src')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('broken/upgrades.json is not what svc docs writes for svc upgrade.'),
    });
  });
});
