import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../testing/make-repository.js';
import { capture } from '../testing/capture-io.js';

const api = (path: string, more = '', type = 'integer') => `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
${more}paths:
  ${path}:
    get:
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Thing:
      type: object
      required: [age]
      properties:
        age:
          type: ${type}
`;
const secured = 'servers: [{ url: https://teams.example/v1 }]\nsecurity: [{ key: [] }]\n';

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'api/users.yaml': api('/users'),
    'api/teams.yaml': api('/teams', secured, 'string'),
    'api/.hidden.yaml': 'nothing: 1\n',
    'api/deep/node_modules/x/x.yaml': 'nothing: 1\n',
    'api/deep/items.yaml': api('/items'),
    'whole/users.yaml': `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /users: { $ref: '../api/users.yaml#/paths/~1users' }
  /items: { $ref: '../api/deep/items.yaml#/paths/~1items' }
  /teams:
    servers: [{ url: https://teams.example/v1 }]
    get:
      security: [{ key: [] }]
      responses: { '200': { $ref: '../api/teams.yaml#/paths/~1teams/get/responses/200' } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`,
    'twice/a.yaml': api('/users'),
    'twice/b.yaml': api('/users', '', 'string'),
    'mixed/a.yaml': api('/users'),
    'mixed/b.yaml': api('/teams').replace('3.1.0', '3.0.3'),
    'schemes/a.yaml': api('/users'),
    'schemes/b.yaml': api('/teams').replace('X-Key', 'X-Token'),
  });
  writeFileSync(repository.path('api/teams.yaml'), api('/teams', '', 'boolean'));
});
afterAll(() => repository.remove());

const diff = (...argv: readonly string[]) => capture(['diff', ...argv], { cwd: repository.cwd });

describe('svc diff of several files', () => {
  it('compares them as one API, at the lines of each, with the security and the servers of each', async () => {
    const { code, stdout, stderr } = await diff('main:api/*.yaml', 'api/*.yaml');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('type changed from string to boolean');
    expect(stdout).toContain('api/teams.yaml:18');
    expect(stdout).toContain('https://teams.example/v1');
    expect(stdout).not.toContain('/users');
  });

  it('are the same API as one file that has all paths', async () => {
    expect(await diff('main:api/**/*.yaml', 'main:whole/users.yaml')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No differences.'),
    });
    expect(await diff('whole/*.yaml', 'whole/users.yaml')).toMatchObject({ code: 0 });
    expect(await diff('./api/{users,teams}.yaml', 'api/*.yaml')).toMatchObject({ code: 0 });
  });

  it.each([
    ['api/*.json', 'api/*.json matches no file. Put it in quotes, and check its folder.\n'],
    ['nowhere/*.yaml', 'nowhere/*.yaml matches no file. '],
    ['main:nowhere/*.yaml', 'main:nowhere/*.yaml matches no file. '],
    [
      'twice/*.yaml',
      'twice/b.yaml declares the path "/users", and so does twice/a.yaml. Files that are one API declare it once.\n',
    ],
    ['schemes/*.yaml', 'schemes/b.yaml declares another security scheme "key", and so does schemes/a.yaml. '],
    [
      'mixed/*.yaml',
      'mixed/b.yaml is an OpenAPI 3.0 document, and mixed/a.yaml is not. Convert one of them to make them one API.\n',
    ],
    ['**/.hidden.yaml', 'is not an OpenAPI document'],
  ])('refuses %s', async (glob, message) => {
    const { code, stdout, stderr } = await diff(glob, 'whole/users.yaml');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
