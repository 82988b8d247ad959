import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../testing/make-repository.js';
import { capture } from '../testing/capture-io.js';

const api = (path: string, reference = 'pet.yaml') => `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  ${path}:
    get:
      responses:
        '200':
          description: Pets.
          content: { application/json: { schema: { $ref: ${reference} } } }
`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'api/openapi.yaml': api('/pets'),
    'api/pet.yaml': 'type: object\n',
    'before.yaml': api('/dogs'),
    'lost.yaml': api('/dogs', 'nowhere.yaml'),
    'values.yaml': 'replicas: 2\n',
  });
});
afterAll(() => repository.remove());

const path = 'api/openapi.yaml';
const zeros = '0'.repeat(40);
const driver = (from: string, to: string, ...more: readonly string[]) =>
  capture(['diff', '--git', path, from, '1a2b3c4d5e6f', '100644', to, zeros, '100644', ...more], repository);

describe('svc diff --git', () => {
  it('compares the two files that git passes, under the names of the object and the path', async () => {
    const { code, stdout, stderr } = await driver('before.yaml', path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Changes from 1a2b3c4:${path} to ${path}, as of `);
    expect(stdout).toContain('GET /dogs\n  error    the operation was removed without being deprecated first.');
    expect((await driver('before.yaml', path, 'api/v2.yaml', 'similarity index 90%')).stdout).toContain(
      `Changes from 1a2b3c4:${path} to api/v2.yaml`,
    );
  });

  it.each([
    ['/dev/null', 'before.yaml', `Added ${path}\n`],
    ['before.yaml', '/dev/null', `Removed ${path}\n`],
    [
      'values.yaml',
      path,
      `1a2b3c4:${path} is not an OpenAPI document: it has no "openapi" member such as openapi: 3.1.0.\n`,
    ],
    [
      'lost.yaml',
      path,
      `1a2b3c4:${path}:9: $ref "nowhere.yaml" cannot be resolved: api/nowhere.yaml does not exist.\n`,
    ],
  ])('says what it cannot compare and lets git go on: %s, %s', async (from, to, stdout) => {
    expect(await driver(from, to)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('says that a file has a merge conflict, of which git passes the path alone', async () => {
    const asked = capture(['diff', '--git', path], { ...repository, env: { GIT_DIFF_PATH_COUNTER: '1' } });
    expect(await asked).toEqual({ code: 0, stdout: `Unmerged ${path}\n`, stderr: '' });
  });

  it('says how to set it up', async () => {
    const help =
      'git passes more words behind --git. Set it up with: git config diff.svc.command "svc diff --git", and openapi.yaml diff=svc in .gitattributes.\n';
    expect(await capture(['diff', '--git', path], repository)).toEqual({ code: 2, stdout: '', stderr: help });
    expect(await capture(['diff', '--list', '--git', path], repository)).toMatchObject({ code: 2 });
  });
});
