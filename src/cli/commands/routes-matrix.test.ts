import { describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { books } from '../release/testing/books.js';
import { capture, fixture } from '../testing/capture-io.js';

const matrix = (name: string, ...argv: readonly string[]) =>
  capture(['routes', '--matrix', ...argv], { cwd: fixture(name) });

describe('svc routes --matrix', () => {
  it('has a row per method and path, a column per version, and a legend', async () => {
    const { code, stdout, stderr } = await matrix('header', '--path', '/api/people/**');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "METHOD  PATH              v1  v2
      DELETE  /api/people       .   +
      GET     /api/people       +!  ~
      POST    /api/people       +   =
      GET     /api/people/{id}  +!  ~

      + new   = same as the previous version   ~ changed   . absent   ! deprecated
      "
    `);
  });

  it('says so when the filters leave nothing', async () => {
    expect(await matrix('header', '--path', '/nothing')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No route matches these filters.\n',
    });
  });

  it('brings paths together that differ by their version only', async () => {
    const lines = (await matrix('uri')).stdout.split('\n');
    expect(lines.find((line) => /^GET +\/api\/people /.test(line))).toMatch(/ \+! +~$/);
    expect(lines.some((line) => line.includes('/v1'))).toBe(false);
  });

  it('reports the same to programs', async () => {
    const { rows } = JSON.parse((await matrix('media-type', '--format', 'json')).stdout) as {
      rows: readonly { method: string; path: string; versions: object }[];
    };
    expect(rows.find(({ method, path }) => method === 'POST' && path === '/api/people')!.versions).toEqual({
      1: { mark: 'new', deprecated: false },
      2: { mark: 'same', deprecated: false },
    });
    expect(rows.find(({ method, path }) => method === 'DELETE' && path === '/api/people')!.versions).toEqual({
      1: { mark: 'absent', deprecated: false },
      2: { mark: 'new', deprecated: false },
    });
  });

  it('marks each operation that has a schema with a renamed property', async () => {
    const project = makeProject({
      ...books,
      'versions/next.ts': `import { change, renamed } from 'svckit';
import { Book } from '../book.js';

export const next = [change({ title: 'A book has a name', schemas: [renamed(Book, { name: 'title' })] })];
`,
      'book.ts': books['book.ts']!.replace('title: z', 'name: z'),
      'books.ts': books['books.ts']!.replace("title: 'Emma'", "name: 'Emma'"),
    });
    try {
      const { stdout } = await capture(['routes', '--matrix'], { cwd: project.cwd });
      expect(stdout.split('\n').slice(0, 3)).toEqual([
        'METHOD  PATH         v1  next',
        'POST    /books       +*  ~',
        'GET     /books/{id}  +*  ~',
      ]);
    } finally {
      project.remove();
    }
  });

  it('says where the operations went that a version moved', async () => {
    expect((await matrix('moved')).stdout).toMatchInlineSnapshot(`
      "METHOD  PATH               v1  v2
      POST    /users             +*  ~
      GET     /users/by-id/{id}  +*  >
      GET     /users/{id}        .   <
      PATCH   /users/{id}        .   <
      PUT     /users/{id}/email  +*  >
      PUT     /users/{id}/name   +*  >

      GET /users/by-id/{id} moved to GET /users/{id} in v2
      PUT /users/{id}/email moved to PATCH /users/{id} in v2
      PUT /users/{id}/name moved to PATCH /users/{id} in v2

      + new   = same as the previous version   ~ changed   . absent   ! deprecated   * made from a newer version by changes   > moved to   < moved from
      "
    `);
    const { rows } = JSON.parse((await matrix('moved', '--format', 'json')).stdout) as {
      rows: readonly { method: string; path: string; versions: Record<string, object> }[];
    };
    expect((await matrix('moved', '--method', 'POST', '--method', 'PATCH')).stdout).toContain(
      'PUT /users/{id}/name moved to PATCH /users/{id} in v2\n',
    );
    const inTwo = (name: string) => rows.find(({ method, path }) => `${method} ${path}` === name)?.versions['2'];
    expect(inTwo('PUT /users/{id}/name')).toEqual({ mark: 'absent', deprecated: false, movedTo: 'PATCH /users/{id}' });
    expect(inTwo('PATCH /users/{id}')).toEqual({
      mark: 'new',
      deprecated: false,
      movedFrom: ['PUT /users/{id}/email', 'PUT /users/{id}/name'],
    });
  });

  it.each([
    ['header', ['--format', 'csv'], '--matrix does not support --format csv. Available: table, json.\n'],
    ['header', ['--api-version', '1'], '--matrix has a column for every version. Omit --api-version.\n'],
    ['unversioned', [], '--matrix needs versions, and no route of this service has one.\n'],
  ])('of the %s service refuses %j', async (name, argv, stderr) => {
    expect(await matrix(name, ...argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});
