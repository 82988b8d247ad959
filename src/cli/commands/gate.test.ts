import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execaSync } from 'execa';
import { makeProject } from '../../export/testing/temporary-project.js';
import { makeRepository } from '../testing/make-repository.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture, fixture } from '../testing/capture-io.js';

const story = readFileSync(fixture('story/svc.config.ts'), 'utf8');
let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository({ 'svc.config.ts': story });
  await capture(['openapi', 'lock'], { cwd: repository.cwd });
  repository.commit('lock');
  repository.git(['checkout', '--quiet', '-b', 'work']);
  writeFileSync(repository.path('svc.config.ts'), story.replace('z.string().max(40)', 'z.string().max(20)'));
});
afterAll(() => repository.remove());

const gate = (argv: readonly string[] = [], cwd = repository.cwd) =>
  capture(['gate', '--base', 'main', '--as-of', '2026-05-11', ...argv], { cwd });
const withExceptions = async <T>(text: string, action: () => Promise<T>): Promise<T> => {
  writeFileSync(repository.path('contracts/exceptions.yaml'), text);
  try {
    return await action();
  } finally {
    rmSync(repository.path('contracts/exceptions.yaml'));
  }
};

describe('svc gate', () => {
  it('reports everything to programs', async () => {
    const { code, stdout, stderr } = await gate(['--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const report = JSON.parse(stdout) as { issues: readonly { step: string; id: string }[] };
    expect(report).toMatchObject({
      version: 1,
      asOf: '2026-05-11',
      base: 'main',
      passed: false,
      suppressed: [],
      notes: [],
      versions: [
        { version: '1', presence: 'both', kind: 'unchanged' },
        { version: '2', presence: 'both', kind: 'breaking' },
      ],
    });
    expect(report.issues.filter(({ id }) => id !== 'api-version-not-bumped').map(({ step, id }) => [step, id])).toEqual(
      [
        ['contract', 'request-property-max-length-decreased'],
        ['lock', 'lock-outdated'],
      ],
    );
  });

  it("annotates GitHub's workflows at the decorator's line", async () => {
    const { stdout } = await gate(['--format', 'github']);
    expect(stdout.split('\n')).toEqual([
      '::error file=svc.config.ts,line=30,title=request-property-max-length-decreased::POST /users in version 2: request property "name": maximum length decreased from 40 to 20.%0Awitness  "aaaaaaaaaaaaaaaaaaaaa" was accepted and is refused now: must not be longer than 20',
      '::error file=contracts/v2.json,line=1,title=lock-outdated::contracts/v2.json is out of date: the service has a breaking change. It will need updating once what the gate found in the contracts and changes is resolved.',
      '',
    ]);
  });

  it('writes valid JUnit and SARIF', async () => {
    const junit = (await gate(['--format', 'junit'])).stdout;
    expect(XMLValidator.validate(junit)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(junit) as {
      testsuites: { failures: string; testsuite: readonly { name: string; failures: string }[] };
    };
    expect([testsuites.failures, testsuites.testsuite.map(({ name, failures }) => `${name} ${failures}`)]).toEqual([
      '2',
      ['contract 1', 'changes 0', 'lifecycle 0', 'check 0', 'exceptions 0', 'lock 1'],
    ]);
    expect(findSarifErrors((await gate(['--format', 'sarif'])).stdout)).toEqual([]);
  });

  it('keeps to the notice of the base in the change that shortens it', async () => {
    const shortened = story
      .replace('minNotice: 90', 'minNotice: 7')
      .replace(
        "@Controller('users', { version: '1' })",
        "@Deprecated({ since: '2026-05-11', sunset: '2026-06-11' })\n@Controller('users', { version: '1' })",
      )
      .replace('Controller, defineService', 'Controller, Deprecated, defineService');
    const other = makeRepository({ 'svc.config.ts': story });
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    other.commit('promise 90 days');
    writeFileSync(other.path('svc.config.ts'), shortened);
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    const used = await gate(['--base', 'main'], other.cwd);
    expect(used).toMatchObject({ code: 1, stdout: expect.stringContaining('[api-sunset-date-too-small]') });
    expect(used.stdout).toContain('90 days of notice');
    writeFileSync(other.path('svc.config.ts'), story.replace('minNotice: 90', 'minNotice: 7'));
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    expect(await gate(['--base', 'main'], other.cwd)).toMatchObject({ code: 0 });
    other.commit('promise 7 days');
    writeFileSync(other.path('svc.config.ts'), shortened);
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    expect(await gate(['--base', 'main'], other.cwd)).toMatchObject({ code: 0 });
    other.remove();
  });

  it('follows lock files into the folder that they were moved to', async () => {
    const other = makeRepository({ 'svc.config.ts': story });
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    other.commit('lock');
    writeFileSync(other.path('svc.config.ts'), story.replace('z.string().max(40)', 'z.string().max(20)'));
    other.git(['mv', 'contracts', 'promises']);
    await capture(['openapi', 'lock', '--dir', 'promises'], { cwd: other.cwd });
    const { code, stdout } = await gate(['--base', 'main', '--dir', 'promises'], other.cwd);
    expect(stdout).toContain('main has its lock files in contracts/, which moved to promises/.');
    expect(stdout).toContain('[request-property-max-length-decreased]');
    expect(code).toBe(1);
    other.remove();
  });

  it('closes for a new version that lacks routes of the version before it, and only warns about it later', async () => {
    const other = makeRepository({ 'svc.config.ts': story });
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    other.commit('lock');
    const third =
      "\n@Controller('users', { version: '3' })\nclass UsersV3Controller {\n  @Get('', listV2)\n  page() {\n    return { items: [] };\n  }\n}\n\n@Module";
    writeFileSync(
      other.path('svc.config.ts'),
      story.replace('\n@Module', third).replace('UsersController] })', 'UsersController, UsersV3Controller] })'),
    );
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    const closed = await gate(['--base', 'main'], other.cwd);
    expect(closed.stdout).toContain('Version 3 lacks a route of version 2: POST /users.');
    expect(closed.code).toBe(1);
    other.commit('add version 3');
    const { code, stdout } = await gate(['--base', 'main'], other.cwd);
    expect(stdout).toContain('Declarations\n  1 warning that svc check shows.\n');
    expect(code).toBe(0);
    expect((await gate(['--base', 'main', '--format', 'github'], other.cwd)).stdout).toBe('');
    expect((await gate(['--base', 'main', '--format', 'json'], other.cwd)).stdout).toContain('version-lacks-routes');
    other.remove();
  });

  it('takes the lock files of another service for what they are', async () => {
    const other = makeRepository({ 'svc.config.ts': story });
    await capture(['openapi', 'lock', '--dir', 'theirs'], { cwd: other.cwd });
    other.commit('another service');
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    const { code, stdout } = await gate(['--base', 'main'], other.cwd);
    expect(stdout).toContain('main has no lock files in contracts/, so there are no promises to check yet.');
    expect(code).toBe(0);
    other.remove();
  });

  it('names the file that it cannot read', async () => {
    const other = makeRepository({ 'svc.config.ts': story, 'contracts/exceptions.yaml/a': '' });
    expect(await gate(['--base', 'HEAD'], other.cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^contracts\/exceptions\.yaml is a folder\. Replace it with a regular file\.\n$/),
    });
    mkdirSync(other.path('contracts/v1.json'));
    expect(await gate(['--base', 'HEAD'], other.cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^contracts\/v1\.json is a folder\. Replace it with a regular file\.\n$/),
    });
    other.remove();
  });

  it('opens for what its own suggestions except, once somebody says why', async () => {
    const suggested = (await gate(['--suggest-exceptions'])).stdout;
    expect(suggested).toContain('expires: 2026-06-10');
    await capture(['openapi', 'lock'], { cwd: repository.cwd });
    const empty = await withExceptions(suggested, () => gate());
    expect(empty).toMatchObject({ code: 1, stdout: expect.stringContaining('reason is missing.') });
    const filled = suggested
      .replace('reason: ""', 'reason: No name is that long.')
      .replace('owner: ""', 'owner: users-team');
    const { code, stdout } = await withExceptions(filled, () => gate(['--format', 'markdown']));
    expect(code).toBe(0);
    expect(stdout).toContain('The gate is open.');
    expect(stdout).toContain('until 2026-06-10, by users-team: No name is that long.');
    expect(stdout).toContain('approves itself: this change adds the exception');
    const refused = await withExceptions(filled, () => gate(['--no-new-exceptions']));
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('[exception-not-approved]') });
    const json = await withExceptions(filled, () => gate(['--format', 'json']));
    expect(JSON.parse(json.stdout)).toMatchObject({
      passed: true,
      suppressed: [{ owner: 'users-team', expires: '2026-06-10', id: 'request-property-max-length-decreased' }],
    });
    const sarif = (await withExceptions(filled, () => gate(['--format', 'sarif']))).stdout;
    expect(findSarifErrors(sarif)).toEqual([]);
    expect(sarif).toContain('until 2026-06-10, by users-team: No name is that long. (approves itself');
    repository.git(['checkout', '--quiet', '--', 'contracts']);
  });

  it('accepts an exception that was merged before its change, with --no-new-exceptions', async () => {
    const other = makeRepository({ 'svc.config.ts': story });
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    other.commit('lock');
    const strict = () => gate(['--no-new-exceptions'], other.cwd);
    const shorter = story.replace('z.string().max(40)', 'z.string().max(20)');
    writeFileSync(other.path('svc.config.ts'), shorter);
    const suggested = (await gate(['--suggest-exceptions'], other.cwd)).stdout;
    writeFileSync(other.path('svc.config.ts'), story);
    writeFileSync(
      other.path('contracts/exceptions.yaml'),
      suggested.replace('reason: ""', 'reason: No name is that long.').replace('owner: ""', 'owner: users-team'),
    );
    expect(await strict()).toMatchObject({ code: 0, stdout: expect.stringContaining('waits for its change') });
    other.commit('approve a shorter name');
    writeFileSync(other.path('svc.config.ts'), shorter);
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    const { code, stdout } = await strict();
    expect(stdout).toContain('until 2026-06-10, by users-team: No name is that long.\n');
    expect(code).toBe(0);
    other.remove();
  });

  it.each(['contracts/exceptions.yaml', 'contracts/v1.json', 'contracts/changes.json'])(
    'reads no %s through a link or a pipe',
    async (file) => {
      const path = repository.path(file);
      const before = existsSync(path) ? readFileSync(path) : null;
      rmSync(path, { force: true });
      writeFileSync(repository.path('elsewhere'), before ?? '[]');
      symlinkSync(repository.path('elsewhere'), path);
      expect(await gate()).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `${file} is a symbolic link. Replace it with a regular file.\n`,
      });
      rmSync(path);
      execaSync('mkfifo', [path]);
      expect(await gate()).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`${file} is a pipe.`),
      });
      rmSync(path);
      if (before) writeFileSync(path, before);
      rmSync(repository.path('elsewhere'));
    },
  );

  it('reads no lock files through a linked folder', async () => {
    renameSync(repository.path('contracts'), repository.path('elsewhere'));
    symlinkSync('elsewhere', repository.path('contracts'));
    expect(await gate()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^contracts is a symbolic link\./),
    });
    rmSync(repository.path('contracts'));
    renameSync(repository.path('elsewhere'), repository.path('contracts'));
  });

  it('does not compare a branch from before the locks with nothing', async () => {
    const other = makeRepository({ 'svc.config.ts': story });
    other.commit('a service without promises');
    other.git(['branch', 'old']);
    await capture(['openapi', 'lock'], { cwd: other.cwd });
    other.commit('lock');
    other.git(['checkout', '--quiet', 'old']);
    expect(await gate(['--base', 'main'], other.cwd)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'HEAD left main before main had the lock files in contracts/, so there is nothing to compare with. Bring the branch up to date: git rebase main\n',
    });
    other.remove();
  });

  it('reports only the declarations when the service would not start', async () => {
    writeFileSync(repository.path('broken.ts'), story.replace("version: '2' }", "version: '' }"));
    const { code, stdout } = await gate(['broken.ts']);
    expect(code).toBe(1);
    expect(stdout).toContain('The contracts were not compared');
    expect(stdout).toContain('[invalid-version]');
    rmSync(repository.path('broken.ts'));
  });

  it('compares with where the work began, so that what others added meanwhile is not taken for removed', async () => {
    repository.git(['stash', '--quiet']);
    repository.git(['checkout', '--quiet', 'main']);
    const file = repository.path('svc.config.ts');
    writeFileSync(
      file,
      story.replace("@Post('', create)", "@Get('other')\n  other() {\n    return 1;\n  }\n\n  @Post('', create)"),
    );
    await capture(['openapi', 'lock'], { cwd: repository.cwd });
    repository.commit('add another route');
    repository.git(['checkout', '--quiet', 'work']);
    expect(await gate()).toMatchObject({ code: 0 });
    repository.git(['stash', 'pop', '--quiet']);
  });

  it('says in a shallow clone how to fetch the base', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svckit-shallow-'));
    repository.git(['clone', '--quiet', '--depth', '1', '--branch', 'work', `file://${repository.cwd}`, folder]);
    expect(await gate([], folder)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'This shallow clone does not contain main.\nGitHub Actions: set fetch-depth: 0 on actions/checkout.\nGitLab: set the variable GIT_DEPTH to 0.\nElsewhere: git fetch --unshallow origin main\n',
    });
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['gate', '--base', 'main'],
    ['diff', 'git:HEAD', 'v1'],
    ['changelog', '--since', 'HEAD'],
  ])('says so in a repository without commits (svc %s)', async (...argv) => {
    const project = makeProject({ 'svc.config.ts': story });
    execaSync('git', ['init', '--quiet'], { cwd: project.cwd });
    const { code, stderr } = await capture(argv, { cwd: project.cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'This repository has no commits yet, so there is nothing to compare with. Commit first: git add . && git commit\n',
    });
    project.remove();
  });

  it('says outside of a repository what it cannot compare', async () => {
    const project = makeProject({
      'svc.config.ts': story,
      'openapi.yaml': 'openapi: 3.1.0',
      'package.json': '{}',
      'a/package.json': '{}',
    });
    const refusal = (subject: string, folder = project.cwd) => ({
      code: 2,
      stdout: '',
      stderr: `${folder} is not in a git repository, so ${subject} cannot be compared with main. Run this command in a clone, or compare two files: svc diff old.yaml new.yaml.\n`,
    });
    expect(await gate([], project.cwd)).toEqual(refusal('svc.config.ts'));
    expect(await gate([], project.path('a'))).toEqual(refusal('../svc.config.ts', project.path('a')));
    expect(await gate(['--document', 'openapi.yaml'], project.cwd)).toEqual(refusal('openapi.yaml'));
    project.remove();
  });

  it('says where it looked for a service, with and without a repository', async () => {
    const project = makeProject({});
    const refusal = {
      code: 2,
      stdout: '',
      stderr: `No service found: there is no svc.config.{ts,mts,js,mjs,yaml} in ${project.cwd}. Name an export file, create a service with svc new, list OpenAPI documents in svc.config.yaml, or use the bundled service with --demo.\n`,
    };
    expect(await gate([], project.cwd)).toEqual(refusal);
    execaSync('git', ['init', '--quiet'], { cwd: project.cwd });
    expect(await gate([], project.cwd)).toEqual(refusal);
    project.remove();
  });

  it.each([
    [['gate'], 'Option "--base <ref>" is required.\n'],
    [
      ['gate', '--base', 'main', '--format', 'xml'],
      expect.stringContaining('Available: pretty, json, markdown, html, github, junit, sarif.'),
    ],
    [['gate', '--base', 'main', '--fail-on', 'warnings'], expect.stringContaining('Did you mean "warning"?')],
    [['changelog'], 'Option "--since <ref>" is required.\n'],
    [['changelog', '--since', 'nowhere'], 'Unknown git ref "nowhere". Fetch it: git fetch origin nowhere\n'],
    [['changelog', '--since', 'main', '--dir', 'none'], expect.stringContaining('none/ has no lock files since main.')],
    [['changelog', '--since', 'main', '--api-version', '9'], 'Unknown version "9". Available: 1, 2.\n'],
  ])('refuses %j', async (argv, stderr) => {
    expect(await capture(argv, { cwd: repository.cwd })).toEqual({ code: 2, stdout: '', stderr });
  });
});
