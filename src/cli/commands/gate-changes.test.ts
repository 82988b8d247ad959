import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../testing/make-repository.js';
import { capture, fixture } from '../testing/capture-io.js';

const files = Object.fromEntries(
  ['svc.config.ts', 'user.ts', 'users.ts', 'versions.ts'].map((name) => [
    name,
    readFileSync(fixture(`changes/${name}`), 'utf8'),
  ]),
);

let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository(files);
  await capture(['openapi', 'lock'], { cwd: repository.cwd });
  repository.commit('lock');
});
afterEach(() => repository.git(['checkout', '--quiet', '--', '.']));
afterAll(() => repository.remove());

const gate = (...argv: readonly string[]) =>
  capture(['gate', '--base', 'main', '--as-of', '2026-11-21', ...argv], { cwd: repository.cwd });
const lock = (...argv: readonly string[]) => capture(['openapi', 'lock', ...argv], { cwd: repository.cwd });
const edit = (from: string, to: string, file = 'versions.ts') => {
  const text = readFileSync(repository.path(file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
  writeFileSync(repository.path(file), text.replace(from, to));
};
const messages = (stdout: string) =>
  (JSON.parse(stdout) as { issues: { step: string; id: string; message: string }[] }).issues
    .filter(({ step }) => step === 'changes')
    .map(({ id, message }) => `${id}: ${message}`);

describe('the lock of changes', () => {
  it('has both shapes and twenty recorded values per direction, and the same bytes each time', async () => {
    const before = readFileSync(repository.path('contracts/changes.json'), 'utf8');
    const [one, two, three] = (
      JSON.parse(before) as { versions: { changes: { subjects: Record<string, unknown[]>[] }[] }[] }
    ).versions;
    expect(one).toEqual({ version: '1', changes: [], behaviours: [] });
    expect(three).toMatchObject({
      version: '3',
      behaviours: ['soft-delete'],
      changes: [{ id: 'lists-come-in-pages' }],
    });
    const [user, createUser] = two!.changes[0]!.subjects;
    expect(user).toMatchObject({ name: 'User', up: null, before: { type: 'object', required: ['id', 'name'] } });
    expect([user!['down']!.length, createUser!['up']!.length]).toEqual([20, 20]);
    await lock();
    expect(readFileSync(repository.path('contracts/changes.json'), 'utf8')).toBe(before);
  });

  it('is up to date until a change differs, and a title is documentation', async () => {
    expect((await lock('--check')).stdout).toContain('changes.json  unchanged');
    edit("description: 'The single `name` is split at its first space.'", "description: 'A name is split.'");
    expect(await lock('--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('changes.json  documentation only'),
    });
    expect(await lock('--check', '--allow', 'documentation')).toMatchObject({ code: 0 });
    edit('[firstName, lastName].filter', '[lastName, firstName].filter');
    expect((await lock('--check')).stdout).toContain('changes.json  a released change was edited');
  });

  it('is missing, or stale where there are no changes', async () => {
    rmSync(repository.path('contracts/changes.json'));
    expect((await lock('--check')).stdout).toContain(
      'changes.json  missing: the changes between versions have no lock file yet',
    );
    await lock();
    edit(
      "versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions },",
      '',
      'svc.config.ts',
    );
    edit("  @Version({ until: '2' })\n", '', 'users.ts');
    expect((await lock('--check')).stdout).toContain('changes.json  the service no longer has changes');
    await lock();
    expect(readdirSync(repository.path('contracts')).sort()).toEqual(['api.json']);
    rmSync(repository.path('contracts/api.json'));
  });
});

describe('svc gate', () => {
  it('is open for what is as it was released', async () => {
    expect(await gate()).toMatchObject({ code: 0, stdout: expect.stringContaining('The gate is open.') });
  });

  it('is closed by a released change that gives a different result, and shows the value', async () => {
    edit('[firstName, lastName].filter', '[lastName, firstName].filter');
    await lock();
    const { code, stdout } = await gate();
    expect(code).toBe(1);
    expect(stdout.slice(stdout.indexOf('Changes'))).toMatchInlineSnapshot(`
      "Changes
        error    in version 2: The released change "A user has a first and a last name, and tags" (a-user-has-a-first-and-a-last-name-and-tags) was edited: down of User gives a different result. Restore it, and put the new conversion into a change of the next version.  [released-change-edited]
                 versions.ts:10
                 value  {"id":409677,"firstName":"Anna Maria Lee","lastName":"a_b","tags":["Anna Maria Lee"]}
                 gave   {"id":409677,"name":"Anna Maria Lee a_b"}
                 gives  {"id":409677,"name":"a_b Anna Maria Lee"}

      Declarations
        1 warning that svc check shows.

      The gate is closed: 1 error.
      "
    `);
  });

  it.each([
    [
      'an edited older shape',
      'before: z.object({ id: z.int(), name: z.string() })',
      'before: z.object({ id: z.int(), name: z.string(), nick: z.string().optional() })',
      'released-change-edited: The released change "A user has a first and a last name, and tags" (a-user-has-a-first-and-a-last-name-and-tags) was edited: the older shape of User is different.',
    ],
    [
      'a new title, which makes another id',
      "title: 'Lists come in pages'",
      "title: 'Pages'",
      'released-change-removed: The released change "Lists come in pages" (lists-come-in-pages) is gone.',
    ],
    [
      'a change in another version',
      'changes: [pages, softDelete] }',
      "changes: [softDelete] },\n  { version: '4', changes: [pages] }",
      'released-change-moved: The released change "Lists come in pages" (lists-come-in-pages) is now in version 4.',
    ],
    [
      'a behaviour that is gone',
      'changes: [pages, softDelete] }',
      'changes: [pages] }',
      'released-change-removed: The released behaviour "soft-delete" is gone.',
    ],
  ])('is closed by %s', async (_, from, to, message) => {
    edit(from, to);
    await lock();
    expect(messages((await gate('--format', 'json')).stdout)).toContain(message);
  });

  it('lets a new title be, where the change keeps its id', async () => {
    edit("title: 'Lists come in pages'", "id: 'lists-come-in-pages',\n  title: 'Pages'");
    await lock();
    expect(messages((await gate('--format', 'json')).stdout)).toEqual([]);
  });

  it('lets an unreleased change be rewritten freely', async () => {
    const third = (title: string) =>
      `{ version: '3', changes: [pages, softDelete] },\n  { version: '4', changes: [change({ title: '${title}', schemas: [reshape(User, { before: z.object({ id: z.int(), first: z.string(), last: z.string(), tags: z.array(z.string()) }), down: ({ firstName, lastName, ...user }) => ({ ...user, first: firstName, last: lastName }) })] })] }`;
    edit("{ version: '3', changes: [pages, softDelete] }", third('Names are short'));
    const before = await gate('--format', 'json');
    expect(messages(before.stdout).filter((line) => line.includes('names-are-short'))).toEqual([]);
    edit('Names are short', 'Names are shorter');
    await lock();
    expect(messages((await gate('--format', 'json')).stdout).filter((line) => line.includes('short'))).toEqual([]);
  });

  it('frees the changes that led to versions which are gone', async () => {
    edit("  '1',\n  { version: '2', changes: [namesAndTags] },", "  { version: '2' },");
    edit("defaultVersion: '1'", "defaultVersion: '2'", 'svc.config.ts');
    await lock();
    expect(messages((await gate('--format', 'json')).stdout)).toEqual([]);
  });

  it('takes an exception for a released change, which it suggests itself', async () => {
    edit('[firstName, lastName].filter', '[lastName, firstName].filter');
    await lock();
    const suggested = (await gate('--suggest-exceptions')).stdout;
    expect(suggested).toContain('pointer: /changes/a-user-has-a-first-and-a-last-name-and-tags');
    writeFileSync(
      repository.path('contracts/exceptions.yaml'),
      suggested.replace('reason: ""', 'reason: Nobody uses it.').replace('owner: ""', 'owner: users-team'),
    );
    const { code, stdout } = await gate();
    rmSync(repository.path('contracts/exceptions.yaml'));
    expect(code).toBe(0);
    expect(stdout).toContain('until 2026-12-21, by users-team: Nobody uses it.');
  });

  it('tests the laws when asked to', async () => {
    edit('up: ({ name }) => splitName(name),', 'up: ({ name }) => ({ ...splitName(name), name }),');
    expect((await gate('--laws')).stdout).toContain('[change-surplus-member]');
    expect((await gate()).stdout).not.toContain('[change-surplus-member]');
  });
});

describe('svc gate, of changes to operations', () => {
  let moved: ReturnType<typeof makeRepository>;
  const text = readFileSync(fixture('moved/svc.config.ts'), 'utf8');
  beforeAll(async () => {
    moved = makeRepository({ 'svc.config.ts': text });
    await capture(['openapi', 'lock'], { cwd: moved.cwd });
    moved.commit('lock');
  });
  afterAll(() => moved.remove());
  const altered = async (from: string, to: string) => {
    expect(text).toContain(from);
    writeFileSync(moved.path('svc.config.ts'), text.replace(from, to));
    await capture(['openapi', 'lock'], { cwd: moved.cwd });
    const { stdout } = await capture(['gate', '--base', 'main', '--as-of', '2026-11-21', '--format', 'json'], {
      cwd: moved.cwd,
    });
    return messages(stdout);
  };

  it('leaves another status of a converted operation to its contracts', async () => {
    expect(
      await altered(
        "@Get(':id', { params, response: User })",
        "@Get(':id', { params, response: { 200: User, 503: z.object({ retryAfter: z.int() }) } })",
      ),
    ).toEqual([]);
  });

  it('is closed by another shape of the same status', async () => {
    expect(await altered('response: User })', 'response: User.extend({ age: z.int() }) })')).toEqual([
      expect.stringContaining('was edited: the older shape of GET /users/{id} is different.'),
    ]);
  });
});
