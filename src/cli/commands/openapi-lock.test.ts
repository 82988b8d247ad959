import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execaSync } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { formats } from '../../report/formats.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture, fixture } from '../testing/capture-io.js';

const story = readFileSync(fixture('story/svc.config.ts'), 'utf8');
let project: ReturnType<typeof makeProject>;
beforeEach(() => {
  project = makeProject({ 'svc.config.ts': story });
});
afterEach(() => project.remove());

const lock = (...argv: readonly string[]) => capture(['openapi', 'lock', ...argv], { cwd: project.cwd });
const edit = (from: string, to: string) => {
  const text = readFileSync(project.path('svc.config.ts'), 'utf8');
  expect(text).toContain(from);
  writeFileSync(project.path('svc.config.ts'), text.replaceAll(from, to));
};
const read = (name: string) => readFileSync(project.path(`contracts/${name}`), 'utf8');

describe('svc openapi lock', () => {
  it('writes the first version in full and what differs in the others, without places in the source, the same bytes every time', async () => {
    expect(await lock()).toEqual({ code: 0, stdout: '', stderr: 'Wrote contracts/v1.json and contracts/v2.json.\n' });
    const [first, second] = [read('v1.json'), read('v2.json')];
    expect(`${first}${second}`).not.toContain('svc.config.ts');
    const document = JSON.parse(first) as { paths: Record<string, Record<string, Record<string, unknown>>> };
    expect(document).toMatchObject({
      'x-svc-lock': 1,
      'x-svc-api-version': '1',
      'x-svc-min-notice': 90,
      'x-svc-versioning': { type: 'header', header: 'X-API-Version', defaultVersion: ['1'] },
    });
    expect(Object.keys(document)).toEqual(Object.keys(document).sort());
    expect(document.paths['/users']!.get!['x-svc-version']).toBe('1');
    expect(JSON.parse(second)).toMatchObject({ 'x-svc-api-version': '2', 'x-svc-differs-from': '1' });
    await lock();
    expect([read('v1.json'), read('v2.json')]).toEqual([first, second]);
  });

  it('prints the whole document of any version from the lock files alone', async () => {
    await lock();
    const whole = await Promise.all(
      ['1', '2'].map(async (version) => {
        const { code, stdout, stderr } = await lock('--print', version);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        return JSON.parse(stdout) as Record<string, object>;
      }),
    );
    expect(whole.map((one) => one['x-svc-api-version'])).toEqual(['1', '2']);
    expect(Object.keys(whole[1]!['paths']!)).toEqual(Object.keys(whole[0]!['paths']!));
    rmSync(project.path('svc.config.ts'));
    expect(JSON.parse((await lock('--print', '2', '--dir', 'contracts')).stdout)).toEqual(whole[1]);
    expect(await lock('--print', '3')).toEqual({
      code: 2,
      stdout: '',
      stderr: '--print: Unknown version "3". Available: 1, 2.\n',
    });
    expect((await lock('--print', '1', '--check')).stderr).toBe('Use --check or --print, not both.\n');
    expect((await lock('--print', '1', '--dir', 'none')).stderr).toBe(
      '--print: Unknown version "1". none has no lock files. Write them with svc openapi lock.\n',
    );
  });

  it('writes a version in full that has little in common with the one before it', async () => {
    const document = (name: string) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: name, version: '1' },
        paths: { [`/${name}`]: { get: { operationId: name, responses: {} } } },
      });
    writeFileSync(project.path('a.json'), document('a'));
    writeFileSync(project.path('b.json'), document('b'));
    expect((await lock('--document', 'a.json=1', '--document', 'b.json=2')).code).toBe(0);
    expect(JSON.parse(read('v2.json'))).toMatchObject({ openapi: '3.1.0', paths: { '/b': {} } });
    expect((await lock('--document', 'a.json=1', '--document', 'b.json=2', '--check')).code).toBe(0);
  });

  it('writes nothing where a lock file is a link or a pipe, which the gate would refuse', async () => {
    await lock();
    const path = project.path('contracts/v2.json');
    rmSync(path);
    symlinkSync('v1.json', path);
    expect(await lock()).toMatchObject({
      code: 2,
      stderr: 'contracts/v2.json is a symbolic link. Replace it with a regular file.\n',
    });
    rmSync(path);
    execaSync('mkfifo', [path]);
    expect(await lock()).toMatchObject({ code: 2, stderr: expect.stringContaining('contracts/v2.json is a pipe.') });
  });

  it('marks what is deprecated, and holds components only as far as operations lead to them', async () => {
    edit(
      "@Controller('users', { version: '1' })",
      "@Deprecated({ since: '2026-01-01', sunset: '2027-01-01', link: 'https://example.com' })\n@Controller('users', { version: '1' })",
    );
    edit('Controller, defineService', 'Controller, Deprecated, defineService');
    await lock();
    const { paths, components } = JSON.parse(read('v1.json')) as {
      paths: Record<string, { get: object }>;
      components: { schemas: object };
    };
    expect(paths['/users']!.get).toMatchObject({
      deprecated: true,
      'x-sunset': '2027-01-01',
      'x-svc-since': '2026-01-01',
      'x-svc-sunset': '2027-01-01',
      'x-svc-link': 'https://example.com',
    });
    expect(JSON.stringify(paths['/users'])).not.toContain('"Sunset"');
    for (const name of Object.keys(components.schemas))
      expect(read('v1.json')).toContain(`#/components/schemas/${name}`);
  });

  it('says nothing of a notice where none is demanded', async () => {
    edit('lifecycle: { minNotice: 90 }', 'lifecycle: {}');
    await lock();
    expect(read('v1.json')).not.toContain('x-svc-min-notice');
    edit('lifecycle: {}', 'lifecycle: { minNotice: 90 }');
  });

  it.each([
    ['uri', ['v1.json', 'v2.json']],
    ['media-type', ['v1.json', 'v2.json']],
    ['unversioned', ['api.json']],
  ])('locks the %s service too', async (name, names) => {
    const folder = project.path(`locks-${name}`);
    expect(await capture(['openapi', 'lock', '--dir', folder], { cwd: fixture(name) })).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(await capture(['openapi', 'lock', '--dir', folder, '--check'], { cwd: fixture(name) })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('takes away the lock of a version that is gone', async () => {
    await lock();
    edit('[UsersV1Controller, UsersController]', '[UsersController]');
    edit("defaultVersion: '1'", "defaultVersion: '2'");
    expect((await lock()).stderr).toBe(
      'Wrote contracts/v2.json. Removed contracts/v1.json, which the service no longer has.\n',
    );
    expect(readdirSync(project.path('contracts'))).toEqual(['v2.json']);
  });
});

const heading = 'The service compared with contracts/, as of 2026-11-21\n\n';

describe('svc openapi lock --check', () => {
  it.each(Object.keys(formats))('prints %s, with a result for each lock file that does not hold', async (format) => {
    await lock();
    edit('max(100)', 'max(500)');
    const { code, stdout, stderr } = await lock('--check', '--format', format);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('v2.json');
    if (format === 'sarif') expect(findSarifErrors(stdout)).toEqual([]);
    if (format === 'junit') expect(stdout).toMatch(/^<testsuites .* tests="2" failures="1"/m);
    const passing = (await lock('--check', '--allow', 'additive', '--format', format)).stdout;
    if (format === 'junit') expect(passing).toMatch(/^<testsuites .* tests="2" failures="0"/m);
    if (format === 'github') expect(passing).toBe('');
    if (format === 'json')
      expect(JSON.parse(passing)).toMatchObject({
        version: 1,
        asOf: '2026-11-21',
        passed: true,
        versions: [
          { version: '1', presence: 'both', kind: 'unchanged', findings: [] },
          { version: '2', presence: 'both', kind: 'additive', findings: [{ level: 'info', path: '/users' }] },
        ],
      });
  });

  it('says unchanged, and exits 0', async () => {
    await lock();
    expect(await lock('--check')).toEqual({
      code: 0,
      stdout: `${heading}  v1.json  unchanged\n  v2.json  unchanged\n\nThe lock files are up to date.\n`,
      stderr: '',
    });
  });

  it('sees version 1 change when a schema that it shares is edited for version 2', async () => {
    await lock();
    edit('name: z.string(),\n}).meta', 'fullName: z.string(),\n}).meta');
    const { code, stdout, stderr } = await lock('--check', '--allow', 'additive');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`${heading}  v1.json  breaking\n`);
    expect(stdout).toMatch(
      /^v1\.json\n {2}error {4}GET \/users in version 1: .*\[response-required-property-removed\]\n +svc\.config\.ts:16\n/m,
    );
    expect(stdout).toMatch(
      /\n\nThe lock files are not up to date\. Run svc change for what breaks a version; otherwise run svc openapi lock, review what changes, and commit contracts\/\.\n$/,
    );
  });

  it.each([
    ["summary: 'Everybody' }", "summary: 'All of them' }", 'v1.json  documentation only', 'documentation'],
    ['max(100)', 'max(500)', 'v2.json  additive', 'additive'],
  ])('lets %s become %s pass where it is allowed', async (from, to, line, allowed) => {
    await lock();
    edit(from, to);
    const strict = await lock('--check');
    expect(strict).toMatchObject({ code: 1, stdout: expect.stringContaining(line) });
    expect(await lock('--check', '--allow', allowed)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The lock files are up to date.'),
    });
    expect((await lock('--check', '--allow', 'documentation')).code).toBe(allowed === 'documentation' ? 0 : 1);
  });

  it('wants a lock for each version, and none for what is gone', async () => {
    expect(await lock('--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'v1.json  additive: this version has no lock file yet\n  v2.json  additive: this version has no lock file yet\n',
      ),
    });
    await lock();
    edit('[UsersV1Controller, UsersController]', '[UsersController]');
    expect(await lock('--check', '--allow', 'additive')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('v1.json  breaking: the service no longer has this version'),
    });
    rmSync(project.path('contracts/v2.json'));
    expect((await lock('--check')).code).toBe(1);
  });

  it.each([
    [['--allow', 'additive'], '--allow needs --check. Use --check --allow additive, or omit --allow.\n'],
    [['--check', '--allow', 'breaking'], 'Unknown value "breaking" for --allow. Available: documentation, additive.\n'],
    [['--check', '--as-of', 'soon'], '--as-of "soon" is not a date. Use YYYY-MM-DD, such as --as-of 2026-11-21.\n'],
  ])('refuses %j', async (argv, stderr) => {
    expect(await lock(...argv)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('names a lock file that cannot be read', async () => {
    await lock();
    writeFileSync(project.path('contracts/v1.json'), '<<<<<<< HEAD\n{}\n');
    expect(await lock('--check')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'contracts/v1.json has merge conflict markers. Write it again with svc openapi lock.\n',
    });
    writeFileSync(project.path('contracts/v1.json'), '{ "openapi": "3.1.0" }');
    expect((await lock('--check')).stderr).toMatch(
      /^contracts\/v2\.json does not fit contracts\/v1\.json, which has no \/\S+\. Write the lock files again with svc openapi lock\.\n$/,
    );
    rmSync(project.path('contracts/v1.json'));
    expect((await lock('--check')).stderr).toBe(
      'contracts/v2.json holds only what differs from version 1, and contracts/v1.json is missing. Restore it, or write the lock files again with svc openapi lock.\n',
    );
    writeFileSync(project.path('contracts/v1.json'), '[]');
    expect(await lock('--check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contracts/v1.json is not an OpenAPI document'),
    });
  });

  it('promises nothing of a service that would not start', async () => {
    edit("version: '2' }", "version: '' }");
    expect(await lock()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('invalid-version') });
  });
});
