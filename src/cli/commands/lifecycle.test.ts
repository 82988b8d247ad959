import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XMLValidator } from 'fast-xml-parser';
import { useOf, usesOf } from '../../contract/consumers/testing/any-uses.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  project = makeProject({ 'svc.config.ts': '' });
  const story = readFileSync(fixture('story/svc.config.ts'), 'utf8');
  const edits = [
    ['Controller, defineService', 'Controller, Deprecated, defineService'],
    [
      "@Controller('users', { version: '1' })",
      "@Deprecated({ since: '2026-03-01', sunset: '2026-12-01', link: 'https://example.com/v1' })\n@Controller('users', { version: '1' })",
    ],
    ["  @Post('', create)", "  @Deprecated({ since: '2026-06-01' })\n  @Post('', create)"],
    [
      'z.int().max(100).default(20) }',
      "z.int().max(100).default(20), page: z.int().optional().meta({ deprecated: true, 'x-deprecated-since': '2026-05-01', 'x-sunset': '2026-11-01' }) }",
    ],
    [
      'name: z.string(),\n}).meta',
      "name: z.string(),\n  nick: z.string().optional().meta({ deprecated: true, 'x-sunset': '2027-06-01' }),\n}).meta",
    ],
  ] as const;
  writeFileSync(
    project.path('svc.config.ts'),
    edits.reduce((text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    }, story),
  );
});
afterAll(() => project.remove());

const lifecycle = (...argv: readonly string[]) =>
  capture(['lifecycle', '--as-of', '2026-11-21', ...argv], { cwd: project.cwd });

describe('svc lifecycle', () => {
  it('fits a terminal of 80 columns', async () => {
    const { stdout } = await capture(['lifecycle', '--as-of', '2026-11-21'], {
      cwd: project.cwd,
      columns: 80,
      env: { NO_COLOR: '1' },
    });
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^STATE +DAYS LEFT +SUNSET .*WHAT/);
    expect(stdout).toContain('2026-12-01');
  });

  it('lists versions, routes, parameters and properties, the soonest sunset first', async () => {
    const { code, stdout, stderr } = await lifecycle();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "STATE       DAYS LEFT  SUNSET      SINCE       VERSION  WHAT                                  LINK                    SOURCE
      overdue     -20        2026-11-01  2026-05-01  2        query parameter "page" of GET /users
      leaving     10         2026-12-01  2026-03-01  1        version 1                             https://example.com/v1
      leaving     10         2026-12-01  2026-03-01  1        GET /users                            https://example.com/v1  svc.config.ts:18
      leaving     192        2027-06-01              1        property User.nick
      leaving     192        2027-06-01              2        property User.nick
      deprecated                         2026-06-01  2        POST /users                                                   svc.config.ts:33
      "
    `);
  });

  it('names who still uses each version, route, parameter and property', async () => {
    const use = useOf('GET /users', ['[].nick'], { places: { '200 [].nick': 'src/list.ts:5' } });
    const files = [
      usesOf('shop', [use], { api: 'users', version: '1' }),
      usesOf('till', [useOf('GET /users', [], { sends: ['query.page'] })], { api: 'users', version: '2' }),
    ];
    mkdirSync(project.path('consumers'), { recursive: true });
    for (const uses of files) writeFileSync(project.path(`consumers/${uses.consumer}.json`), JSON.stringify(uses));
    const { stdout } = await lifecycle('--consumers', 'consumers', '--format', 'json');
    const { entries } = JSON.parse(stdout) as { entries: readonly Record<'name' | 'version' | 'users', unknown>[] };
    expect(entries.map(({ name, version, users }) => [name, version, users])).toEqual([
      ['query parameter "page" of GET /users', '2', ['till']],
      ['version 1', '1', ['shop']],
      ['GET /users', '1', ['shop']],
      ['property User.nick', '1', ['shop (src/list.ts:5)']],
      ['property User.nick', '2', []],
      ['POST /users', '2', []],
    ]);
  });

  it('has nothing to say of a document without paths', async () => {
    for (const paths of ['', ' {}']) {
      writeFileSync(
        project.path('empty.yaml'),
        `openapi: 3.1.0\ninfo: { title: Empty, version: '1' }\npaths:${paths}\n`,
      );
      expect(await lifecycle('--document', 'empty.yaml')).toMatchObject({
        code: 0,
        stdout: 'Nothing is deprecated as of 2026-11-21.\n',
      });
    }
    writeFileSync(project.path('empty.config.yaml'), "versions: { '1': empty.yaml, '2': empty.yaml }\n");
    expect(await lifecycle('empty.config.yaml')).toMatchObject({ code: 0 });
  });

  it('reports the same to programs', async () => {
    const { entries } = JSON.parse((await lifecycle('--format', 'json')).stdout) as {
      entries: readonly Record<string, unknown>[];
    };
    expect(entries[0]).toEqual({
      kind: 'parameter',
      name: 'query parameter "page" of GET /users',
      version: '2',
      method: 'GET',
      path: '/users',
      state: 'overdue',
      since: '2026-05-01T00:00:00.000Z',
      sunset: '2026-11-01T00:00:00.000Z',
      daysLeft: -20,
      link: null,
      file: null,
      line: null,
    });
    expect(entries.map(({ state }) => state)).toEqual([
      'overdue',
      'leaving',
      'leaving',
      'leaving',
      'leaving',
      'deprecated',
    ]);
  });

  it.each([
    [['--within', '10d'], 1, 3],
    [['--within', '9'], 1, 1],
    [['--within', '30w'], 1, 5],
    [[], 1, 6],
    [['--as-of', '2026-10-31'], 0, 6],
    [['--as-of', '2026-10-31', '--within', '1d'], 1, 1],
    [['--as-of', '2026-10-30', '--within', '1d'], 0, 0],
  ])('with %j and --fail exits %i, with %i things listed', async (argv, exitCode, count) => {
    const { code, stdout } = await lifecycle('--fail', '--format', 'json', ...argv);
    expect([code, (JSON.parse(stdout) as { entries: unknown[] }).entries.length]).toEqual([exitCode, count]);
    expect(await lifecycle('--format', 'json', ...argv)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('writes a release note, a calendar and a drawing', async () => {
    expect((await lifecycle('--format', 'markdown')).stdout).toMatchInlineSnapshot(`
      "# Deprecations as of 2026-11-21

      ## Past the sunset date

      - **query parameter "page" of GET /users** in version 2: served until 2026-11-01, deprecated since 2026-05-01

      ## Scheduled for removal

      - **version 1**: served until 2026-12-01, deprecated since 2026-03-01, [details](https://example.com/v1)
      - **GET /users** in version 1: served until 2026-12-01, deprecated since 2026-03-01, [details](https://example.com/v1)
      - **property User.nick** in version 1: served until 2027-06-01
      - **property User.nick** in version 2: served until 2027-06-01

      ## Deprecated without a sunset date

      - **POST /users** in version 2: deprecated since 2026-06-01
      "
    `);
    expect((await lifecycle('--format', 'ics')).stdout.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(5);
    const { stdout } = await lifecycle('--format', 'svg');
    expect(XMLValidator.validate(stdout)).toBe(true);
    expect(stdout).toContain('served until 2026-12-01');
  });

  it('says so when nothing is on its way out', async () => {
    expect(await capture(['lifecycle', '--as-of', '2026-11-21'], { cwd: fixture('unversioned') })).toMatchObject({
      code: 0,
    });
    expect((await lifecycle('--within', '0d', '--as-of', '2026-04-01')).stdout).toBe(
      'Nothing is deprecated as of 2026-04-01.\n',
    );
  });

  it.each([
    [
      ['--within', 'soon'],
      '--within "soon" is not a duration. Use days or weeks, such as --within 30d or --within 6w.\n',
    ],
    [['--format', 'icd'], expect.stringContaining('Did you mean "ics"?')],
    [['--as-of', '2026-13-01'], expect.stringContaining('--as-of "2026-13-01" is not a date.')],
  ])('refuses %j', async (argv, stderr) => {
    expect(await lifecycle(...argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('svc lifecycle of a version with brownouts', () => {
  const brownouts = `[
    { from: '2026-11-10T09:00Z', to: '2026-11-10T10:00Z' },
    { from: '2026-11-24T09:00Z', to: '2026-11-24T11:30Z' },
    { from: '2026-11-30', to: '2026-12-01' },
  ]`;
  let retiring: ReturnType<typeof makeProject>;
  beforeAll(() => {
    retiring = makeProject({
      'svc.config.ts': `
        import { Controller, defineService, defineVersions, Get, Module } from 'svckit';
        @Controller('users') class Users { @Get() list() {} }
        @Module({ controllers: [Users] }) class Root {}
        const deprecated = { since: '2026-03-01', sunset: '2026-12-01', brownouts: ${brownouts} };
        const versions = defineVersions([{ version: '1', deprecated }, '2']);
        export default defineService({ root: Root, versioning: { type: 'uri', versions, sunset: 'refuse' } });`,
    });
  });
  afterAll(() => retiring.remove());
  const list = async (asOf: string, ...argv: readonly string[]) =>
    (await capture(['lifecycle', '--as-of', asOf, ...argv], { cwd: retiring.cwd })).stdout;

  it('shows the next one, and how many follow', async () => {
    expect(await list('2026-11-21')).toMatchInlineSnapshot(`
      "STATE    DAYS LEFT  SUNSET      BROWNOUT       SINCE       VERSION  WHAT           LINK  SOURCE
      leaving  10         2026-12-01  2026-11-24 +1  2026-03-01  1        version 1
      leaving  10         2026-12-01  2026-11-24 +1  2026-03-01  1        GET /v1/users        svc.config.ts:3
      "
    `);
    expect(await list('2026-11-30')).toMatch(/^leaving +1 +2026-12-01 +2026-11-30 +2026-03-01/m);
  });

  it('shows those of a version whose operations have other dates', async () => {
    const config = readFileSync(`${retiring.cwd}/svc.config.ts`, 'utf8')
      .replace('import { Controller,', 'import { Controller, Deprecated,')
      .replace(
        'list() {}',
        `list() {} @Deprecated({ since: '2026-01-01', sunset: '2026-11-25' }) @Get('old') old() {}`,
      );
    const mixed = makeProject({ 'svc.config.ts': config });
    const { stdout } = await capture(['lifecycle', '--as-of', '2026-11-21'], { cwd: mixed.cwd });
    mixed.remove();
    expect(stdout).toMatch(/^leaving +10 +2026-12-01 +2026-11-24 \+1 +2026-03-01 +1 +version 1/m);
    expect(stdout).toMatch(/^leaving +4 +2026-11-25 +2026-01-01 +1 +GET \/v1\/users\/old/m);
  });

  it('is retired after its sunset, which is nothing to fail for', async () => {
    expect(await list('2026-12-02')).toMatch(/^retired +-1 +2026-12-01 +2026-03-01 +1 +version 1/m);
    const { code } = await capture(['lifecycle', '--as-of', '2026-12-02', '--fail'], { cwd: retiring.cwd });
    expect(code).toBe(0);
  });

  it('has them in every other format', async () => {
    expect(JSON.parse(await list('2026-11-21', '--format', 'json')).entries[0].brownouts).toEqual([
      { from: '2026-11-24T09:00:00.000Z', to: '2026-11-24T11:30:00.000Z' },
      { from: '2026-11-30T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
    ]);
    expect(await list('2026-11-21', '--format', 'markdown')).toContain(
      '**version 1**: served until 2026-12-01, 2 brownouts from 2026-11-24T09:00Z, deprecated since 2026-03-01',
    );
    const calendar = await list('2026-11-21', '--format', 'ics');
    expect(calendar).toContain(
      'DTSTART:20261124T090000Z\r\nDTEND:20261124T113000Z\r\nSUMMARY:Brownout of version 1\r\n',
    );
    const uids = calendar.match(/^UID:.*$/gm)!;
    expect(new Set(uids).size).toBe(uids.length);
    const drawn = await list('2026-11-21', '--format', 'svg');
    expect(drawn).toContain('no answers from 2026-11-24T09:00Z to 2026-11-24T11:30Z');
    expect(drawn).toContain('with 3 brownouts from 2026-11-10T09:00Z');
  });

  it('is explained as of a date', async () => {
    const explain = async (asOf: string) =>
      (await capture(['explain', 'GET', '/v1/users', '--as-of', asOf, '--headers'], { cwd: retiring.cwd })).stdout;
    expect(await explain('2026-11-21')).toContain('sunset: served until 2026-12-01, then 410\n');
    expect(await explain('2026-11-24T10:00Z')).toContain(
      'refused     This operation of version 1 does not answer until 2026-11-24T11:30Z: it goes away on 2026-12-01. Use version 2 instead.\n',
    );
    expect(await explain('2026-12-01')).toMatch(
      /status +410\n.*\n(?:.*\n)* +Link: <\/v2\/users>; rel="successor-version"\n/,
    );
  });
});

describe('svc lifecycle --notices', () => {
  const at = Date.parse('2026-11-21T10:00:30Z');
  const undelivered = [
    {
      notice: 'sunset of version 1 in 7',
      attempts: 3,
      since: at,
      next: at + 3_600_000,
      failure: 'Error: refused \u001b[31m',
    },
    { notice: 'sunset of version 1 in 7 to ada', attempts: 1, since: at, next: at, failure: null },
  ];
  const service = (open: string) => `
    import { Controller, defineService, Get, Module } from 'svckit';
    @Controller('users') class Users { @Get() list() {} }
    @Module({ controllers: [Users] }) class Root {}
    export default defineService({ root: Root${open} });`;
  let sending: ReturnType<typeof makeProject>;
  beforeAll(() => {
    const store = '{ read: () => ({ since: null, counts: [] }) }';
    sending = makeProject({
      'svc.config.ts': service(
        `, openUsage: ({ env }) => ({ store: ${store}, lifecycle: { undelivered: () => JSON.parse(env.NOTICES) } })`,
      ),
      'usage.config.ts': service(`, openUsage: () => ({ store: ${store} })`),
      'bare.config.ts': service(''),
      'openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Users', version: '1' },
        paths: { '/users': { get: { responses: {} } } },
      }),
    });
  });
  afterAll(() => sending.remove());
  const notices = (argv: readonly string[], held: object = undelivered) =>
    capture(['lifecycle', '--as-of', '2026-11-21', '--notices', ...argv], {
      cwd: sending.cwd,
      env: { NOTICES: JSON.stringify(held) },
    });

  it('shows what did not arrive, and fails for it where that is asked', async () => {
    const { code, stdout } = await notices(['--fail']);
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "Nothing is deprecated as of 2026-11-21.

      NOT DELIVERED                    ATTEMPTS  SINCE              NEXT ATTEMPT       FAILURE
      sunset of version 1 in 7         3         2026-11-21T10:00Z  2026-11-21T11:00Z  Error: refused \\u001b[31m
      sunset of version 1 in 7 to ada  1         2026-11-21T10:00Z  2026-11-21T10:00Z
      "
    `);
    expect((await notices([])).code).toBe(0);
    expect(await notices(['--fail'], [])).toMatchObject({
      code: 0,
      stdout: 'Nothing is deprecated as of 2026-11-21.\n\nEvery notice arrived.\n',
    });
  });

  it('writes JSON and Markdown', async () => {
    expect(JSON.parse((await notices(['--format', 'json'])).stdout).notices).toEqual([
      { ...undelivered[0], since: '2026-11-21T10:00:30.000Z', next: '2026-11-21T11:00:30.000Z' },
      { ...undelivered[1], since: '2026-11-21T10:00:30.000Z', next: '2026-11-21T10:00:30.000Z' },
    ]);
    expect((await notices(['--format', 'markdown'])).stdout).toMatchInlineSnapshot(`
      "# Deprecations as of 2026-11-21

      ## Notices that did not arrive

      - **sunset of version 1 in 7**: 3 attempts, the next one at 2026-11-21T11:00:30Z. Error: refused \\\\u001b\\[31m
      - **sunset of version 1 in 7 to ada**: 1 attempt, the next one at 2026-11-21T10:00:30Z
      "
    `);
  });

  it.each([
    [['--format', 'ics'], 2, '--notices has no ics. Use table, json or markdown.'],
    [['bare.config.ts'], 2, 'This service does not say where its notices are kept. Add openUsage'],
    [['usage.config.ts'], 2, 'The openUsage of this service opens no notices. Add openUsage'],
    [['--document', 'openapi.json=1'], 2, 'Documents send no notices'],
  ])('explains what is wrong with %j', async (argv, code, message) => {
    const result = await notices(argv);
    expect(result).toMatchObject({ code });
    expect(result.stderr).toContain(message);
  });

  it('needs --notices for --config', async () => {
    expect((await lifecycle('--config', 'svc.yaml')).stderr).toContain('--config belongs to --notices.');
  });
});
