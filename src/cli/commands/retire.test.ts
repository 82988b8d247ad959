import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../testing/make-repository.js';
import { capture } from '../testing/capture-io.js';
import { useOf, usesOf } from '../../contract/consumers/testing/any-uses.js';

const both = `import { change, Controller, defineService, defineVersions, Get, Module, reshape, Version } from 'svckit';
import { z } from 'zod';

const Name = z.object({ name: z.string() }).meta({ id: 'OldName' });
const Person = z.object({ first: z.string() }).meta({ id: 'Person' });

@Controller('reports', { version: '1' })
class ReportsV1Controller {
  @Get('', { response: Name }) list() {
    return { name: 'a' };
  }
}

@Controller('people')
class PeopleController {
  @Get('', { response: Person }) list() {
    return { first: 'Ada' };
  }
  @Version('1')
  @Get('all') all() {
    return {};
  }
}

@Module({ controllers: [ReportsV1Controller, PeopleController] })
class Root {}

const firstNames = change({
  title: 'People have first names',
  schemas: [reshape(Person, { before: Name, down: ({ first }) => ({ name: first }) })],
});

const deprecated = { since: '2026-01-01', sunset: '2026-11-01' };
const versions = defineVersions([{ version: '1', deprecated }, { version: '2', changes: [firstNames] }]);

export default defineService({
  root: Root,
  versioning: { type: 'uri', versions },
  lifecycle: { evidence: true },
  openUsage: ({ env }) => ({ store: { read: () => JSON.parse(env.READING) } }),
});
`;

const alone = both
  .replace(/@Controller\('reports'[\s\S]*?\n}\n\n/, '')
  .replace(/  @Version\('1'\)\n.*\n.*\n  }\n/, '')
  .replace('ReportsV1Controller, ', '')
  .replace(/const firstNames[\s\S]*?}\);\n\n/, '')
  .replace(/const Name.*\n/, '')
  .replace(/const deprecated.*\n/, '')
  .replace(/defineVersions\(.*\)/, "defineVersions(['2'])")
  .replace('evidence: true', 'evidence: false')
  .replace('change, ', '')
  .replace(', reshape, Version', '');

const now = '2026-11-21T12:00:00Z';
const ago = (days: number) => Date.parse(now) - days * 86_400_000;
const called = (consumer: string, days: number, kind = 'caller') => ({
  version: '1',
  operation: 'GET /v1/people',
  kind,
  consumer,
  day: null,
  calls: 7,
  refused: 0,
  first: ago(90),
  last: ago(days),
  members: {},
});

let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository({ 'svc.config.ts': both });
  expect(await capture(['openapi', 'lock'], { cwd: repository.cwd })).toMatchObject({ code: 0 });
  repository.commit('lock', '2026-11-20');
  repository.git(['config', 'user.name', 'Grace Hopper']);
  repository.git(['config', 'user.email', 'grace@example.com']);
});
afterAll(() => repository.remove());

const svc = (argv: readonly string[], counts: readonly object[] = [], since: number | null = ago(100)) =>
  capture(argv, { cwd: repository.cwd, env: { READING: JSON.stringify({ since, counts }) }, now: new Date(now) });

describe('svc retire', () => {
  it('names who still calls the version, and writes nothing', async () => {
    const { code, stdout, stderr } = await svc(
      ['retire', '1'],
      [called('ada', 60), called('bob', 2), called('other', 1, 'other')],
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Version 1 was called within the last 30 days by 1 consumer, and by consumers beyond the limit:

      VERSION  OPERATION       CONSUMER  KIND    CALLS  FIRST              LAST
      1        GET /v1/people  other     other   7      2026-08-23T12:00Z  2026-11-20T12:00Z
      1        GET /v1/people  bob       caller  7      2026-08-23T12:00Z  2026-11-19T12:00Z

      Calls beyond the limit block retirement whatever their age, because their consumers are unknown. If you know them, add --explain 'other=reason'.
      Help them move, or add --explain consumer=reason for calls that do not matter.
      "
    `);
    expect(() => readFileSync(repository.path('contracts/retired/1.json'))).toThrow('ENOENT');
  });

  it('does not take silence for an answer where no calls were counted', async () => {
    expect(await svc(['retire', '1'], [], null)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Turn on the option usage, and wait 30 days.'),
    });
    expect((await svc(['retire', '1', '--quiet-days', '200'])).stdout).toBe(
      'Calls have been counted only since 2026-08-13, which is less than 200 days. Wait, or use fewer --quiet-days.\n',
    );
  });

  it('names a consumer that says it uses the version, and refuses to retire it', async () => {
    const people = useOf('GET /people', [], { where: 'src/list.ts:14' });
    const uses = (version: string | null) =>
      JSON.stringify(usesOf('shop-web', [people], { api: 'this-service', version }));
    mkdirSync(repository.path('contracts/consumers'), { recursive: true });
    const retire = ['retire', '1', '--consumers', 'contracts/consumers'];
    writeFileSync(repository.path('contracts/consumers/shop.json'), uses('1'));
    expect(await svc(retire)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is still used by shop-web (src/list.ts:14).'),
    });
    expect(() => readFileSync(repository.path('contracts/retired/1.json'))).toThrow('ENOENT');
    const lifecycle = ['lifecycle', '--consumers', 'contracts/consumers'];
    expect((await svc(lifecycle)).stdout).toMatch(/USED BY[\s\S]*version 1 .*shop-web \(src\/list\.ts:14\)/);
    expect((await svc([...lifecycle, '--format', 'json'])).stdout).toContain('"users": [');
    writeFileSync(repository.path('contracts/consumers/shop.json'), uses(null));
    expect((await svc(retire)).stdout).toContain('used by shop-web (src/list.ts:14), whose file names no version.');
    writeFileSync(repository.path('contracts/consumers/shop.json'), uses('2'));
    expect(await svc(retire)).toMatchObject({ code: 0 });
    rmSync(repository.path('contracts/retired'), { recursive: true });
    rmSync(repository.path('contracts/consumers'), { recursive: true });
  });

  it('says beside the calls who has no file, and which file still has the version', async () => {
    const folder = repository.path('contracts/consumers');
    mkdirSync(folder, { recursive: true });
    const people = useOf('GET /people', [], { where: 'src/list.ts:14' });
    const file = (name: string, version: string, releases: readonly string[] = []) =>
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify(
          usesOf(name, [people], {
            api: 'this-service',
            version,
            releases: releases.map((release) => ({ name: release, state: 'released' as const })),
          }),
        ),
      );
    file('mobile', '1', ['5.2']);
    file('bob', '2');
    const retire = ['retire', '1', '--consumers', 'contracts/consumers'];
    const { code, stdout } = await svc(retire, [called('ada', 3), called('bob', 2), called('cy', 60)]);
    expect([code, stdout.slice(stdout.indexOf('Help them'))]).toMatchInlineSnapshot(`
      [
        1,
        "Help them move, or add --explain consumer=reason for calls that do not matter.

      No file of a consumer names ada. Ask for what svc uses writes in its code.

      Version 1 is still used by mobile 5.2 (src/list.ts:14).
      Help them move, then write contracts/consumers/mobile.json again with svc uses, or delete the files of what is no longer in use.
      ",
      ]
    `);
    expect((await svc(['retire', '1'], [called('ada', 3)])).stdout).not.toContain('file');
    rmSync(folder, { recursive: true });
  });

  it('writes the evidence, and says what to delete', async () => {
    const counts = [called('ada', 60), called('other', 1, 'other')];
    const { code, stdout } = await svc(['retire', '1', '--explain', 'other=scans of our own'], counts);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "Version 1 had no calls for 30 days, except explained calls by other. Wrote contracts/retired/1.json.

      To remove it, commit that file and delete:
        controller  ReportsV1Controller  svc.config.ts:7
        handler     PeopleController.all  svc.config.ts:20
        change      People have first names  svc.config.ts:28
        schema      OldName  svc.config.ts:4
        version     '1' in defineVersions, defaultVersion and @Version, and its lock file: svc openapi lock
      "
    `);
    expect(JSON.parse(readFileSync(repository.path('contracts/retired/1.json'), 'utf8'))).toMatchObject({
      apiVersion: '1',
      retiredBy: 'Grace Hopper <grace@example.com>',
      calls: 14,
      explained: [{ consumer: 'other', reason: 'scans of our own' }],
    });
  });

  it.each([
    [['9'], 'Unknown version "9". Available: 1, 2.'],
    [['1', '--quiet-days', 'many'], '--quiet-days "many" is not a number of days.'],
    [['1', '--explain', 'other'], '--explain "other" has no reason.'],
    [['1', '--explain', 'other='], '--explain "other=" has no reason.'],
    [[], 'Argument "version" is missing.'],
  ])('refuses %j', async (argv, message) => {
    const { code, stdout, stderr } = await svc(['retire', ...argv]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('refuses a reason for somebody who never called', async () => {
    const { code, stdout } = await svc(['retire', '1', '--explain', 'adda=gone'], [called('ada', 60)]);
    expect([code, stdout]).toEqual([1, '--explain: Unknown consumer "adda". Did you mean "ada"?\n']);
  });
});

describe('the gate, where a version goes only with evidence', () => {
  const gate = () => svc(['gate', '--base', 'main', '--as-of', '2026-11-21']);
  beforeAll(async () => {
    await svc(['retire', '1']);
    repository.git(['checkout', '--quiet', '-b', 'remove']);
    writeFileSync(repository.path('svc.config.ts'), alone);
    rmSync(repository.path('contracts/v1.json'));
    expect(await svc(['openapi', 'lock'])).toMatchObject({ code: 0 });
  });

  it('opens with it', async () => {
    expect(await gate()).toMatchObject({ code: 0, stdout: expect.stringContaining('The gate is open.') });
  });

  it('is closed by evidence with a fault, and without any, even if the change no longer asks for it', async () => {
    const file = repository.path('contracts/retired/1.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"apiVersion": "1"', '"apiVersion": "2"'));
    expect((await gate()).stdout).toContain('Version 1 is removed, but contracts/retired/1.json is about version 2.');
    rmSync(file);
    const { code, stdout } = await gate();
    expect(code).toBe(1);
    expect(stdout).toContain('Version 1 is removed, but contracts/retired/1.json does not exist.');
    expect(stdout).toContain('[retired-without-evidence]');
  });
});
