import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XMLValidator } from 'fast-xml-parser';
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

  it('tells programs the same', async () => {
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
    [['--format', 'icd'], expect.stringContaining('Did you mean ics?')],
    [['--as-of', '2026-13-01'], expect.stringContaining('--as-of "2026-13-01" is not a date.')],
  ])('refuses %j', async (argv, stderr) => {
    expect(await lifecycle(...argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});
