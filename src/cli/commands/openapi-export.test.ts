import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { capture, fixture } from '../testing/capture-io.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-export-'));
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exported = (argv: readonly string[], name = 'header') =>
  capture(['openapi', 'export', ...argv], { cwd: fixture(name) });
const paths = (text: string) => Object.keys((JSON.parse(text) as { paths: object }).paths);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('svc openapi export', () => {
  it('writes the document of a version on standard output, the same bytes every time', async () => {
    const first = await exported(['--api-version', '1']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({ openapi: '3.1.0', info: { title: 'People', version: '1.4.0' } });
    expect(await exported(['--api-version', '1', '--out', '-'])).toEqual(first);
    expect((await exported(['--api-version', '2'])).stdout).not.toBe(first.stdout);
  });

  it("writes the service's own apiVersion when none is named", async () => {
    expect(await exported([])).toEqual(await exported(['--api-version', '2']));
  });

  it('gives, under URI versioning, all versions or one with the unversioned routes, at the paths they are served at', async () => {
    const all = paths((await exported([], 'uri')).stdout);
    expect(all).toEqual(expect.arrayContaining(['/api/v1/people', '/api/v2/people', '/api/health']));
    const second = paths((await exported(['--api-version', '2'], 'uri')).stdout);
    expect(second).toEqual(expect.arrayContaining(['/api/v2/people', '/api/health']));
    expect(second.filter((path) => path.startsWith('/api/v1'))).toEqual([]);
  });

  it('writes YAML when asked, or when the file is called so', async () => {
    const { stdout } = await exported(['--format', 'yaml']);
    expect(parse(stdout)).toEqual(JSON.parse((await exported([])).stdout));
    expect(await exported(['--out', join(folder, 'deep/openapi.yaml')])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Wrote ${join(folder, 'deep/openapi.yaml')}.\n`,
    });
    expect(read('deep/openapi.yaml')).toBe(stdout);
  });

  it.each([
    ['header', ['openapi-1.json', 'openapi-2.json']],
    ['uri', ['openapi-1.json', 'openapi-2.json']],
    ['unversioned', ['openapi.json']],
  ])('writes one file per version of the %s service, and nothing else', async (name, files) => {
    expect((await exported(['--all', '--out-dir', folder], name)).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(files);
    for (const file of files) {
      const version = /-(\d)/.exec(file)?.[1];
      expect(read(file)).toBe((await exported(version === undefined ? [] : ['--api-version', version], name)).stdout);
    }
  });

  it('writes through a link, and says plainly where it cannot write', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'real.json'), '');
    symlinkSync(join(folder, 'real.json'), join(folder, 'link.json'));
    expect((await exported(['--out', join(folder, 'link.json')])).code).toBe(0);
    expect([lstatSync(join(folder, 'link.json')).isSymbolicLink(), read('real.json')]).toEqual([
      true,
      (await exported([])).stdout,
    ]);
    const { code, stderr } = await exported(['--out', join(folder, 'real.json/openapi.json')]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/real\.json\/openapi\.json cannot be written: E\w+/)]);
  });

  it('compares with the files on disk, and says what differs', async () => {
    const check = () => exported(['--all', '--out-dir', folder, '--check']);
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining('openapi-1.json is missing.') });
    await exported(['--all', '--out-dir', folder]);
    expect(await check()).toEqual({ code: 0, stdout: '', stderr: '2 documents up to date.\n' });

    const document = JSON.parse(read('openapi-2.json')) as { info: { title: string }; paths: Record<string, unknown> };
    document.info.title = 'Something else';
    delete document.paths['/api/people'];
    document.paths['/api/gone'] = {};
    writeFileSync(join(folder, 'openapi-2.json'), JSON.stringify(document));
    const { code, stdout, stderr } = await check();
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        `${join(folder, 'openapi-2.json')} differs:`,
        '  changed /info/title',
        '  removed /paths/~1api~1gone',
        '  added   /paths/~1api~1people',
        '',
      ].join('\n'),
    );
    expect(stderr).toContain('without --check');
    expect(read('openapi-2.json')).toBe(JSON.stringify(document));
  });

  it('reports the files of versions that no longer exist', async () => {
    const check = () => exported(['--all', '--out-dir', folder, '--check']);
    await exported(['--all', '--out-dir', folder]);
    writeFileSync(join(folder, 'openapi-0.json'), read('openapi-1.json'));
    writeFileSync(join(folder, 'openapi-generator.json'), '{ "generator": "typescript" }');
    expect(await check()).toEqual({
      code: 1,
      stdout: `${join(folder, 'openapi-0.json')} is stale: the service no longer has this version. Delete the file.\n`,
      stderr: '',
    });
    rmSync(join(folder, 'openapi-0.json'));
    expect((await check()).code).toBe(0);
  });

  it('writes to a FIFO and to a device, and replaces neither', async () => {
    mkdirSync(folder, { recursive: true });
    const fifo = join(folder, 'document');
    execFileSync('mkfifo', [fifo]);
    const reader = execa('cat', [fifo]);
    const { code } = await exported(['--out', fifo]);
    expect(code).toBe(0);
    expect(JSON.parse((await reader).stdout)).toMatchObject({ openapi: '3.1.0' });
    expect(lstatSync(fifo).isFIFO()).toBe(true);
    symlinkSync('/dev/null', join(folder, 'nothing'));
    expect((await exported(['--out', join(folder, 'nothing')])).code).toBe(0);
    expect([lstatSync(join(folder, 'nothing')).isSymbolicLink(), lstatSync('/dev/null').isCharacterDevice()]).toEqual([
      true,
      true,
    ]);
    expect(JSON.parse((await exported(['--out', '/dev/stdout'])).stdout)).toMatchObject({ openapi: '3.1.0' });
  });

  it('refuses a path in /proc at once', async () => {
    const { code, stderr } = await exported(['--out', '/proc/no-such-process/document.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\/proc\/no-such-process\/document\.json cannot be written: ENOENT/);
  });

  it('distinguishes formatting from meaning, and a document from rubbish', async () => {
    const file = join(folder, 'openapi.json');
    const check = () => exported(['--out', file, '--check']);
    await exported(['--out', file]);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
    expect((await check()).stdout).toBe(
      `${file} has the same contents in other bytes: it was formatted or edited by hand.\n`,
    );
    writeFileSync(file, '{ "openapi": ');
    expect(await check()).toMatchObject({ code: 1, stdout: `${file} is not a valid document.\n` });
  });

  it('says what svc check says where the versioning comes from a provider', async () => {
    const { code, stdout, stderr } = await exported([], 'broken/options-provider-offline');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('options-provider-offline');
    expect(stderr).not.toContain('versioning-off');
  });

  it('refuses to describe routes that cannot be served, with the lines of svc check', async () => {
    const { code, stdout, stderr } = await exported(['--out', join(folder, 'openapi.json')], 'broken/duplicate-route');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^svc\.config\.ts:\d+ error duplicate-route: /);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });

  it('lists the available versions when the service names an unknown one, unless the command line names a known one', async () => {
    const name = 'broken/api-version-unserved';
    expect(await exported([], name)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^svc\.config\.ts:\d+ error api-version-unserved: apiVersion is "\d+", .* Available: .*\.\n$/,
      ),
    });
    expect((await exported(['--all', '--out-dir', folder], name)).code).toBe(0);
  });

  it("refuses a mount's document that cannot be read, with the lines of svc check", async () => {
    const { code, stdout, stderr } = await exported([], 'broken/invalid-mount-document');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const checked = await capture(['check', '--format', 'json'], { cwd: fixture('broken/invalid-mount-document') });
    const { problems } = JSON.parse(checked.stdout) as {
      problems: readonly { id: string; message: string; fix: string; file: string; line: number }[];
    };
    const lines = problems.map(({ id, message, fix, file, line }) => `${file}:${line} error ${id}: ${message} ${fix}`);
    expect([lines.length, stderr.trim().split('\n').toSorted()]).toEqual([4, lines.toSorted()]);
  });

  it('leaves out operations, and what only they need', async () => {
    const tagged = JSON.parse((await exported(['--tag', 'Status,Health'])).stdout) as {
      paths: object;
      tags: { name: string }[];
      components?: object;
    };
    expect(Object.keys(tagged.paths)).toEqual(['/api/health', '/api/status']);
    expect(tagged.tags.map(({ name }) => name)).toEqual(['Health', 'Status']);
    expect(JSON.stringify(tagged.components ?? {})).not.toContain('PersonPage');
    expect(paths((await exported(['--path', '/api/people/**', '--tag', 'People'])).stdout)).toEqual([
      '/api/people',
      '/api/people/{id}',
    ]);
  });

  it('takes no empty title', async () => {
    expect(await exported(['--title', ' '])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Use some text'),
    });
  });

  it('writes another title and other servers', async () => {
    const { stdout } = await exported([
      '--title',
      'Everybody',
      '--server',
      'https://api.example.com',
      '--server',
      '/proxy',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      info: { title: 'Everybody', version: '1.4.0' },
      servers: [{ url: 'https://api.example.com' }, { url: '/proxy' }],
    });
  });

  it('applies overlays in their order, and says which action did nothing', async () => {
    mkdirSync(folder, { recursive: true });
    const overlay = (name: string, actions: readonly object[]) => {
      const file = join(folder, name);
      writeFileSync(file, stringify({ overlay: '1.0.0', info: { title: 'Ours', version: '1' }, actions }));
      return file;
    };
    const first = overlay('first.yaml', [
      { target: '$.info', update: { title: 'First', 'x-owner': 'people' } },
      { target: '$.nowhere', update: {} },
    ]);
    const second = overlay('second.yaml', [{ target: '$.info', update: { title: 'Second' }, 'x-note': 'kept apart' }]);
    const { code, stdout, stderr } = await exported(['--overlay', first, '--overlay', second]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${first}: $.nowhere selects nothing.\n` });
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Second', 'x-owner': 'people' } });
  });

  it('says everything that is wrong with an overlay', async () => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'overlay: 2.0.0\ninfo: { title: T, version: "1" }\nactions: [{ target: info, updaet: {} }]\n');
    const { code, stdout, stderr } = await exported(['--overlay', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      `${file} is not an OpenAPI Overlay 1.0:\n  overlay: must be the version of the overlay format: 1.0.0\n`,
    );
    expect(stderr).toContain('actions.0.target: must be a JSONPath, such as $.info');
    expect(stderr).toContain('updaet');
  });

  it.each([
    [['--tag', 'Poeple'], 'Unknown tag "Poeple". Did you mean "People"? Available: Health, People, Status.'],
    [['--path', '/nowhere/**'], 'No operation matches --tag and --path.'],
    [
      ['--server', 'example'],
      'Option "--server <url>" does not take "example". Use an absolute URL, or a path that starts with a slash.',
    ],
    [
      ['--overlay', 'missing.yaml'],
      "The overlay missing.yaml cannot be read: ENOENT: no such file or directory, open '",
    ],
    [['--api-version', '9'], 'Unknown version "9". Available: 1, 2.'],
    [['--all'], '--all needs a folder. Use --all --out-dir openapi.'],
    [['--out-dir', 'x'], '--out-dir needs --all. Use --all --out-dir <folder>, or --out <file> for one document.'],
    [['--all', '--out-dir', 'x', '--api-version', '1'], '--all writes every version. Omit --all or --api-version.'],
    [['--all', '--out', 'x'], '--all writes several files. Use --out-dir instead of --out.'],
    [['--check'], '--check needs files to compare. Use --out <file> --check, or --all --out-dir <folder> --check.'],
    [['--format', 'yml'], 'Unknown value "yml" for --format. Did you mean "yaml"? Available: json, yaml, asyncapi.'],
  ])('refuses %j', async (argv, message) => {
    expect(await exported(argv)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('says that a file cannot be written where a folder is', async () => {
    const { code, stderr } = await exported(['--out', fixture('header')]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${fixture('header')} cannot be written: EISDIR: illegal operation on a directory. Choose another path.\n`,
    });
    expect(readdirSync(fixture('')).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
