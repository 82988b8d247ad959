import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLValidator } from 'fast-xml-parser';
import { makeRepository } from '../testing/make-repository.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture, fixture } from '../testing/capture-io.js';

const document = (paths: object) =>
  JSON.stringify({ openapi: '3.0.3', info: { title: 'Theirs', version: '1.0.0' }, paths });
const answer = { responses: { 200: { description: 'ok' } } };

let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository({
    'svc.config.ts': readFileSync(fixture('story/svc.config.ts'), 'utf8'),
    'old.json': document({ '/a': { get: answer }, '/b': { get: answer } }),
    'new.yaml':
      'openapi: 3.1.0\ninfo: { title: Theirs, version: 1.0.0 }\npaths:\n  /a:\n    get: { responses: { "200": { description: fine } } }\n',
    'severity.yaml': '- id: api-path-removed-without-deprecation\n  level: info\n  reason: Nobody called it.\n',
    'bad-severity.yaml': '- id: api-path-removed\n  level: fatal\n',
  });
  await diffed(['openapi', 'lock']);
  repository.commit('lock');
  const file = repository.path('svc.config.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('z.string().max(40)', 'z.string().max(20)'));
});
afterAll(() => repository.remove());

const diffed = (argv: readonly string[]) => capture(argv, { cwd: repository.cwd });
const diff = (...argv: readonly string[]) => diffed(['diff', ...argv]);

describe('svc diff', () => {
  it('prints the published schema of its JSON, which describes it', async () => {
    const { code, stdout, stderr } = await diff('--schema');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(readFileSync(new URL('../../../schemas/diff.schema.json', import.meta.url), 'utf8'));
    const accepts = new Ajv2020().compile(JSON.parse(stdout) as object);
    for (const argv of [
      ['old.json', 'new.yaml'],
      ['old.json', 'old.json'],
      ['git:main', 'contracts'],
      ['git:main', 'v1'],
    ])
      expect(accepts(JSON.parse((await diff(...argv, '--format', 'json')).stdout)) || accepts.errors).toBe(true);
  });

  it("compares anybody's documents, JSON with YAML and 3.0 with 3.1", async () => {
    expect(await diff('old.json', 'new.yaml')).toEqual({
      code: 1,
      stderr: '',
      stdout:
        'Changes from old.json to new.yaml, as of 2026-11-21\n\n  Where               Errors  Warnings  Other changes\n  GET /b              1       0         0\n  the whole document  0       0         1\n\nWhat clients must change\n\nGET /b\n  error    the operation was removed without being deprecated first.  [api-path-removed-without-deprecation]\n           new.yaml:3\n\nWhat else is different\n\nthe whole document\n  info     the revision breaks clients, and the version is still 1.0.0.  [api-version-not-bumped]\n           new.yaml:2\n\n1 error, 1 other change.\n',
    });
    expect(await diff('old.json', 'old.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No differences.'),
    });
  });

  it('compares a ref with the service, at the line of the decorator', async () => {
    const { code, stdout } = await diff('git:main', 'v2', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 2,
      asOf: '2026-11-21',
      results: expect.arrayContaining([
        expect.objectContaining({
          id: 'request-property-max-length-decreased',
          level: 'error',
          method: 'POST',
          path: '/users',
          apiVersion: '2',
          file: 'svc.config.ts',
          line: 30,
        }),
      ]),
    });
    expect((await diff('git:main', 'v1')).code).toBe(0);
    expect((await diff('git:HEAD', 'git:main')).stdout).toContain('No differences.');
    expect((await diff('git:HEAD', 'contracts')).stdout).toContain('No differences.');
    expect((await diff('contracts/v2.json', 'v2')).code).toBe(1);
    expect((await diff('main:contracts/v2.json', 'contracts/v2.json')).stdout).toContain('No differences.');
    const inFolder = await capture(['diff', 'git:main', '.', '--dir', '.'], { cwd: repository.path('contracts') });
    expect(inFolder.stdout).toContain('No differences.');
    const input = readFileSync(repository.path('contracts/v2.json'), 'utf8');
    expect((await capture(['diff', '-', 'v2'], { cwd: repository.cwd, input })).stderr).toBe(
      'standard input holds only what differs from version 1, and v1.json does not exist.\n',
    );
  });

  it('prints the migration guide from one version to another', async () => {
    const { code, stdout } = await diff('v1', 'v2', '--format', 'markdown');
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "# From version 1 to version 2

      Send \`X-API-Version: 2\`.

      1 operation needs changes, 0 are removed, 0 stay the same, 1 is new.

      With the typed client, \`svc upgrade v1 v2 --in src\` edits what the changes decide, and shows the rest:

      \`\`\`diff
      -import { createClient } from './api/v1.js';
      +import { createClient } from './api/v2.js';
      \`\`\`

      ## Required changes

      ### \`GET /users\`

      - **breaks**: response 200 body: type changed from array to object (\`response-body-type-changed\`)
      - note: query parameter "limit" is new and optional (\`new-optional-request-parameter\`)
      - note: response 200 property "items": is new and required (\`response-required-property-added\`)
      - note: the response 400 was added (\`response-non-success-status-added\`)

      ## New

      - \`POST /users\`: Create user
      "
    `);
    const uri = await diff('v1', 'v2', '--format', 'markdown', fixture('uri'));
    expect(uri.stdout).toContain('### `GET /api/v1/people` → `GET /api/v2/people`');
  });

  it.each(['pretty', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'])(
    'prints %s, and nothing else, on standard output',
    async (format) => {
      const { code, stdout, stderr } = await diff('old.json', 'new.yaml', '--format', format);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toContain('api-path-removed-without-deprecation');
      if (format === 'junit') expect(XMLValidator.validate(stdout)).toBe(true);
      if (format === 'sarif') expect(findSarifErrors(stdout)).toEqual([]);
    },
  );

  it('shows what changes do with values and with calls on a page of HTML', async () => {
    const { stdout } = await diff('v1', 'v2', fixture('upgrade/service'), '--format', 'html');
    expect(stdout).toMatch(/<ul class="grid">[^]*<h2>What changed<\/h2>\n<h3>A book has a publisher<\/h3>/);
    expect(stdout).toMatch(
      /<pre><code class="language-diff">-\{&quot;publisherName&quot;: .*\n\+\{&quot;publisher&quot;: /,
    );
    expect(stdout).toContain('<h2>With the typed client</h2>');
    expect(stdout).toMatch(/-.*client\.GET\(&#39;\/shelf\/.*\n\+.*client\.GET\(&#39;\/shelves\//);
    const files = await diff('old.json', 'new.yaml', '--format', 'html');
    expect(files.stdout).not.toContain('What changed');
  });

  it('fails at the level of --fail-on and above', async () => {
    const changed = ['old.json', 'new.yaml', '--severity', 'severity.yaml'] as const;
    expect((await diff(...changed)).code).toBe(0);
    expect((await diff(...changed, '--fail-on', 'warning')).code).toBe(0);
    expect((await diff(...changed, '--fail-on', 'info')).code).toBe(1);
  });

  it('lists every check with its level and file, in 80 columns', async () => {
    const { code, stdout, stderr } = await diff('--list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain(
      'src/diff/checks/document/webhooks.ts\n  info     webhook-added\n  error    webhook-removed\n',
    );
    const json = await diff('--list', '--format', 'json', '--severity', 'severity.yaml');
    const { version, checks } = JSON.parse(json.stdout) as {
      version: number;
      checks: { id: string; level: string; file: string }[];
    };
    expect(version).toBe(1);
    expect(checks).toContainEqual({
      id: 'api-path-removed-without-deprecation',
      level: 'info',
      file: 'src/diff/checks/document/operations.ts',
    });
    expect(stdout).toContain(`${checks.length} checks in ${new Set(checks.map(({ file }) => file)).size} files\n`);
    for (const { id } of checks) expect(stdout).toContain(` ${id}\n`);
  });

  it.each<[readonly string[], unknown]>([
    [
      ['nope.json', 'new.yaml'],
      'File nope.json not found. Compare files, folders of lock files, URLs, git:<ref>, git:<ref>:<path>, v<version> or - for standard input.\n',
    ],
    [['old.json'], 'Missing <revision>. Run svc diff <base> <revision>, or svc diff --list to list the checks.\n'],
    [['v1', 'v2', 'nowhere.ts'], expect.stringContaining('nowhere.ts')],
    [
      ['old.json', 'new.yaml', 'svc.config.ts'],
      'svc.config.ts is not used: neither side is a version such as v2. Omit it, or put a glob in quotes.\n',
    ],
    [[], 'Missing <base>. Run svc diff <base> <revision>, or svc diff --list to list the checks.\n'],
    [['--list', 'old.json'], '--list compares nothing. Omit the documents.\n'],
    [['--schema', 'old.json'], '--schema compares nothing. Omit the documents.\n'],
    [['--schema', '--scan', 'src'], '--schema compares nothing. Omit --scan.\n'],
    [['--schema', '--list'], '--schema and --list print different things. Use one of them.\n'],
    [['--list', '--format', 'html'], '--list does not support --format html. Available: pretty, json.\n'],
    [['git:nowhere', 'v1'], 'Unknown git ref "nowhere". Fetch it: git fetch origin nowhere\n'],
    [['git:HEAD~5', 'v1'], 'Unknown git ref "HEAD~5": HEAD has 1 earlier commit. Go back no further than HEAD~1.\n'],
    [
      ['main^2:old.json', 'v1'],
      'Unknown git ref "main^2": main has 1 earlier commit. Go back no further than main~1.\n',
    ],
    [['git:nowhere~1', 'v1'], 'Unknown git ref "nowhere~1". Fetch it: git fetch origin nowhere\n'],
    [['git:--help', 'v1'], '"--help" is not a git ref. Use a branch, a tag or a commit, such as origin/main.\n'],
    [
      ['git:main~1', 'v1'],
      'main~1 has no lock files in contracts/. Write them with svc openapi lock and commit them, or set --dir to their folder.\n',
    ],
    [['v1', 'v9'], 'Unknown version "9". Available: 1, 2.\n'],
    [
      ['git:main', 'old.json'],
      'git:main has versions 1 and 2, but old.json is a document without a version. Compare one document with one document.\n',
    ],
    [
      ['old.json', 'new.yaml', '--severity', 'none.yaml'],
      expect.stringMatching(/^--severity none\.yaml cannot be read: /),
    ],
    [
      ['old.json', 'new.yaml', '--severity', 'bad-severity.yaml'],
      expect.stringContaining('Unknown level "fatal". Available: error, warning, info.'),
    ],
    [['svc.config.ts', 'new.yaml'], expect.stringContaining('svc.config.ts:5 is not valid YAML')],
    [
      ['old.json', 'new.yaml', '--format', 'htm'],
      'Unknown value "htm" for --format. Did you mean "html"? Available: pretty, json, markdown, html, github, junit, sarif.\n',
    ],
  ])('refuses %j', async (argv, stderr) => {
    expect(await diff(...argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});
