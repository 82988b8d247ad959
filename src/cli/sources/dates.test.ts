import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const files = {
  'api.yaml': `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /cats:
    get:
      deprecated: true
      x-deprecated-since: 2026-01-01
      x-sunset: soon
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: 'shared/pets.yaml#/Cat' } } } }
  /dogs:
    get:
      x-sunset: 2027-02-01
      responses:
        '200': { $ref: 'shared/dogs.yaml' }
`,
  'shared/pets.yaml': `Cat:
  type: object
  properties:
    kind: { type: string, deprecated: true, x-deprecated-since: 2026-05-01, x-sunset: 2026-01-01 }
    friend: { $ref: '#/Cat' }
Unused:
  type: object
  properties:
    old: { type: string, deprecated: true }
`,
  'shared/dogs.yaml': `description: All dogs.
content:
  application/json:
    schema:
      properties:
        name: { type: string, deprecated: true, x-sunset: 2027-01-01 }
`,
};

function open() {
  const { cwd, path, commit, git, remove } = makeRepository(files);
  onTestFinished(remove);
  return { cwd, path, commit, git };
}

describe('dates in documents', () => {
  it('are listed with the file and the line that have them, and wrong ones are reported', async () => {
    const { cwd } = open();
    const { code, stdout, stderr } = await capture(['lifecycle', '--document', 'api.yaml'], { cwd });
    expect(stdout).toMatchInlineSnapshot(`
      "STATE       DAYS LEFT  SUNSET      SINCE       VERSION  WHAT                LINK  SOURCE
      overdue     -324       2026-01-01  2026-05-01           property Cat.kind         shared/pets.yaml:4
      leaving     41         2027-01-01                       property dogs.name        shared/dogs.yaml:6
      deprecated                         2026-01-01           GET /cats                 api.yaml:5
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "api.yaml:8 error invalid-date: x-sunset is "soon", which is not a date. Write YYYY-MM-DD, such as x-sunset: '2027-03-01'.
      api.yaml:13 warning sunset-without-deprecation: x-sunset is 2027-02-01, but deprecated: true is missing. Add deprecated: true beside it, or remove it.
      shared/pets.yaml:4 error sunset-before-deprecation: x-sunset is 2026-01-01, before x-deprecated-since, 2026-05-01. Swap them, or move the sunset.
      "
    `);
    expect(code).toBe(0);
    const gate = await capture(['gate', '--document', 'api.yaml', '--base', 'main'], { cwd });
    for (const rule of ['invalid-date', 'sunset-before-deprecation']) expect(gate.stdout).toContain(`[${rule}]`);
    expect(gate.stdout).toContain('\n  2 warnings that svc check shows.\n');
  });

  it('fail with --fail where one is wrong', async () => {
    const { cwd, path } = open();
    const lifecycle = () => capture(['lifecycle', '--document', 'api.yaml', '--fail'], { cwd });
    writeFileSync(path('shared/pets.yaml'), files['shared/pets.yaml'].replace('2026-01-01', '2027-01-01'));
    expect((await lifecycle()).code).toBe(1);
    writeFileSync(path('api.yaml'), files['api.yaml'].replace('soon', "'2027-01-01'"));
    expect((await lifecycle()).code).toBe(0);
  });
});

describe('the lock of a document of several files', () => {
  it('holds what the document refers to, so that an edit of anything else leaves it up to date', async () => {
    const { cwd, path } = open();
    const lock = (...args: readonly string[]) =>
      capture(['openapi', 'lock', '--document', 'api.yaml', ...args], { cwd });
    expect((await lock()).code).toBe(0);
    writeFileSync(path('shared/pets.yaml'), files['shared/pets.yaml'].replace('old:', 'older:'));
    expect((await lock('--check')).code).toBe(0);
    writeFileSync(path('shared/pets.yaml'), files['shared/pets.yaml'].replace('kind:', 'sort:'));
    expect((await lock('--check')).code).toBe(1);
  });

  it('have the link of a page, and none that is a script or adds a line to a calendar', async () => {
    const operation = (link: string) =>
      `{ get: { deprecated: true, x-deprecated-since: 2026-01-01, x-sunset: 2027-01-01, x-svc-link: ${JSON.stringify(link)}, responses: {} } }`;
    const links = [
      'https://a.example/move',
      'javascript:alert(1)',
      'https://a.example/\r\nATTACH:https://evil.example',
    ];
    const { cwd, remove } = makeRepository({
      'api.yaml': `openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths:\n${links.map((link, index) => `  /${index}: ${operation(link)}\n`).join('')}`,
    });
    onTestFinished(remove);
    const listed = async (format: string) =>
      (await capture(['lifecycle', '--document', 'api.yaml', '--format', format], { cwd })).stdout;
    expect(JSON.parse(await listed('json')).entries.map(({ link }: { link: unknown }) => link)).toEqual([
      links[0],
      null,
      null,
    ]);
    expect(await listed('ics')).not.toMatch(/^ATTACH/m);
  });
});
