import { symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../testing/make-repository.js';
import { capture } from '../testing/capture-io.js';
import { makeProject } from '../../export/testing/temporary-project.js';

const api = (reference: string) => `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      responses:
        '200':
          description: Pets.
          content:
            application/json:
              schema:
                $ref: '${reference}'
`;
const pet = (type: string) => `Pet:\n  type: object\n  required: [age]\n  properties:\n    age:\n      type: ${type}\n`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'api/openapi.yaml': api('../shared/pet.yaml#/Pet'),
    'shared/pet.yaml': pet('integer'),
    'lost.yaml': api('nowhere.yaml'),
    'out.yaml': api('../../../../../../../../etc/hostname'),
    'linked.yaml': api('link.yaml#/Pet'),
    'inside.yaml': api('inside-link.yaml#/Pet'),
  });
  symlinkSync('/etc/hostname', repository.path('link.yaml'));
  symlinkSync('shared/pet.yaml', repository.path('inside-link.yaml'));
  repository.commit('pets');
  writeFileSync(repository.path('shared/pet.yaml'), pet('string'));
});
afterAll(() => repository.remove());

const diff = (argv: readonly string[], input?: string) =>
  capture(['diff', ...argv], { cwd: repository.cwd, ...(input !== undefined && { input }) });
const changed = expect.stringContaining('response-property-type-changed');

describe('svc diff of files', () => {
  it('sees a change in a file that both sides refer to, at its line', async () => {
    const { code, stdout } = await diff(['main:api/openapi.yaml', 'api/openapi.yaml']);
    expect(code).toBe(1);
    expect(stdout).toContain('[response-property-type-changed]\n           shared/pet.yaml:6\n');
    const annotations = await diff(['main:api/openapi.yaml', 'api/openapi.yaml', '--format', 'github']);
    expect(annotations.stdout).toMatch(/^::error file=shared\/pet\.yaml,line=6/m);
  });

  it.each([[['git:main:api/openapi.yaml', 'api/openapi.yaml']], [['main:./api/openapi.yaml', './api/openapi.yaml']]])(
    'reads %j',
    async (argv) => {
      expect(await diff(argv)).toMatchObject({ code: 1, stderr: '', stdout: changed });
    },
  );

  it('reads both sides at refs, in the folder of a ref', async () => {
    expect(await diff(['HEAD:api/openapi.yaml', 'main:api/openapi.yaml'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No differences.'),
    });
  });

  it('reads one side from standard input, with references relative to the working directory', async () => {
    const input = api('shared/pet.yaml#/Pet');
    expect(await diff(['main:api/openapi.yaml', '-'], input)).toMatchObject({ code: 1, stderr: '', stdout: changed });
    expect(await diff(['-', 'api/openapi.yaml'], input)).toMatchObject({ code: 0 });
  });

  it('follows a symbolic link inside the repository', async () => {
    expect(await diff(['main:api/openapi.yaml', 'inside.yaml'])).toMatchObject({ code: 1, stdout: changed });
  });

  it('reads files below the working directory outside a repository, and none above it', async () => {
    const project = makeProject({
      'inside/openapi.yaml': api('../pet.yaml#/Pet'),
      'pet.yaml': pet('integer'),
    });
    const argv = ['diff', 'openapi.yaml', 'openapi.yaml'];
    expect(await capture(['diff', 'inside/openapi.yaml', 'inside/openapi.yaml'], project)).toMatchObject({ code: 0 });
    expect(await capture(argv, { cwd: project.path('inside') })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'openapi.yaml:12: $ref "../pet.yaml#/Pet" cannot be resolved: ../pet.yaml is outside the working directory.\n',
    });
    project.remove();
  });

  it('asks for a sunset date only where a document or a lock file promises notice', async () => {
    const marked = (marks: object, top: object = {}) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1.0.0' },
        ...top,
        paths: { '/pets': { get: { ...marks, responses: { 200: { description: 'Pets.' } } } } },
      });
    const project = makeProject({
      'base.json': marked({}),
      'deprecated.json': marked({ deprecated: true }),
      'promising.json': marked({ deprecated: true }, { 'x-svc-min-notice': 30 }),
      'locked.json': marked({ deprecated: true }, { 'x-svc-lock': 1 }),
      'gone.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths: {} }),
    });
    const run = (...argv: readonly string[]) => capture(['diff', ...argv], project);
    expect(await run('base.json', 'deprecated.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('[endpoint-deprecated]'),
    });
    expect(await run('deprecated.json', 'gone.json')).toMatchObject({ code: 0 });
    for (const file of ['promising.json', 'locked.json']) {
      expect(await run('base.json', file)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('[api-deprecated-sunset-missing]'),
      });
      expect(await run('base.json', file, '--no-notice')).toMatchObject({ code: 0 });
    }
    project.remove();
  });

  it.each<[readonly string[], string | RegExp]>([
    [['', 'lost.yaml'], 'A side to compare is empty. Name a file, git:<ref> or v<version>.\n'],
    [['-', '-'], 'Only one side can come from standard input.\n'],
    [['-', 'lost.yaml'], 'Standard input is empty. Pipe a document into the command, or name a file.\n'],
    [['main:nope.yaml', 'lost.yaml'], 'nope.yaml does not exist at main.\n'],
    [['nowhere:api/openapi.yaml', 'lost.yaml'], 'Unknown git ref "nowhere". Fetch it: git fetch origin nowhere\n'],
    [['gti:main', 'lost.yaml'], 'Unknown git ref "gti". Did you mean "git:main"?\n'],
    [
      ['main:api', 'lost.yaml'],
      'main has no lock files in api/. Write them with svc openapi lock and commit them, or set --dir to their folder.\n',
    ],
    [['main:linked.yaml', 'lost.yaml'], /link\.yaml is a symbolic link at main\. Name the file that it leads to\.\n$/],
    [['linked.yaml', 'lost.yaml'], /^linked\.yaml:12: .*: link\.yaml is outside the working directory\.\n$/],
    [['out.yaml', 'lost.yaml'], /^out\.yaml:12: \$ref "\.\..*(?:is outside|does not exist)/],
    [
      ['inside.yaml', 'lost.yaml'],
      'lost.yaml:12: $ref "nowhere.yaml" cannot be resolved: nowhere.yaml does not exist.\n',
    ],
  ])('refuses %j', async (argv, message) => {
    const { code, stdout, stderr } = await diff(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});
