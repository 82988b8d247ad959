import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, describe, it } from 'vitest';
import { useOf as use, usesOf } from '../../contract/consumers/testing/any-uses.js';
import type { UsesFile } from '../../contract/consumers/uses-file.js';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const before = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } }
  /books/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
  /tags:
    get:
      responses:
        '200': { description: OK, content: { application/json: { schema: { type: array, items: { type: object, required: [color, name], properties: { color: { type: string }, name: { type: string } } } } } } }
components:
  schemas:
    Book: { type: object, required: [title, author, state], properties: { title: { type: string }, author: { type: string }, state: { enum: [open, sold] } } }
`;

const shop = usesOf('shop-web', [
  use('GET /books', ['[].author', '[].title'], {
    where: 'src/list.ts:12',
    places: { '200 [].author': 'src/list.ts:14' },
  }),
]);
const mobile = (name: string) =>
  usesOf('mobile', [use('GET /books', ['*'])], { revision: name, releases: [{ name, state: 'released' }] });

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({ 'openapi.yaml': before, 'svc.config.yaml': 'document: openapi.yaml\n' });
});
afterAll(() => repository.remove());
beforeEach(() => rmSync(repository.path('consumers'), { recursive: true, force: true }));

interface Issue {
  readonly level: string;
  readonly message: string;
  readonly consumers: readonly { readonly consumer: string }[];
}

async function gate(edits: readonly (readonly [string, string])[], files: readonly UsesFile[], ...words: string[]) {
  const text = edits.reduce((all, [from, to]) => all.replace(from, to), before);
  expect(text).not.toBe(before);
  writeFileSync(repository.path('openapi.yaml'), text);
  mkdirSync(repository.path('consumers'), { recursive: true });
  files.forEach((file, index) =>
    writeFileSync(join(repository.path('consumers'), `${index}.json`), JSON.stringify(file)),
  );
  const base = ['gate', '--document', 'openapi.yaml', '--base', 'main', '--as-of', '2026-11-21'];
  return capture([...base, '--consumers', 'consumers', ...words], { cwd: repository.cwd });
}

/** Who is concerned by each error and warning of the contract. */
async function concerned(edit: readonly [string, string], ...files: readonly UsesFile[]) {
  const { stdout } = await gate([edit], files, '--format', 'json');
  const { issues } = JSON.parse(stdout) as { readonly issues: readonly Issue[] };
  return issues
    .filter(({ level }) => level !== 'info')
    .map(({ consumers }) => consumers.map(({ consumer }) => consumer).join(' '));
}

const withoutAuthor = [
  'required: [title, author, state], properties: { title: { type: string }, author: { type: string },',
  'required: [title, state], properties: { title: { type: string },',
] as const;
const withoutColor = [
  'required: [color, name], properties: { color: { type: string },',
  'required: [name], properties: {',
] as const;

describe('svc gate --consumers', () => {
  it('says of each break whom it concerns, and where', async () => {
    const { code, stdout } = await gate([withoutAuthor, withoutColor], [shop, mobile('5.2'), mobile('5.3')]);
    expect(code).toBe(1);
    expect(stdout).toContain('breaks mobile 5.2, 5.3 and shop-web (src/list.ts:14)');
    expect(stdout).toContain('no known consumer reads it (3 of 3 complete, newest 3 days old)');
  });

  it.each([
    ['a member of another operation', withoutAuthor, use('GET /books/{key}', ['title']), ''],
    ['a member', withoutAuthor, use('GET /books/{key}', ['author']), 'shop'],
    ['a member inside', withoutAuthor, use('GET /books/{}', ['author.name']), 'shop'],
    ['everything', withoutAuthor, use('GET /books', ['*']), 'shop'],
    ['a new value without a list', ['[open, sold]', '[open, sold, lost]'], use('GET /books', ['[].state']), ''],
    [
      'a new value in a list',
      ['[open, sold]', '[open, sold, lost]'],
      use('GET /books', ['[].state'], { exhaustive: ['[].state'] }),
      'shop',
    ],
    [
      'a parameter that is sent',
      ['name: limit, in: query', 'name: most, in: query'],
      use('GET /books', [], { sends: ['query.limit'] }),
      'shop',
    ],
    ['a parameter that is not sent', ['name: limit, in: query', 'name: most, in: query'], use('GET /books', []), ''],
    [
      'what must be sent',
      ['name: limit, in: query,', 'name: limit, required: true, in: query,'],
      use('GET /books', []),
      'shop',
    ],
    [
      'what is always sent',
      ['name: limit, in: query,', 'name: limit, required: true, in: query,'],
      use('GET /books', [], { always: ['query.limit'] }),
      '',
    ],
    ['what is read of what is gone', withoutColor, use('GET /tags', ['[].name']), ''],
    ['an operation', ['/tags:', '/labels:'], use('GET /tags', []), 'shop'],
    ['an operation that is not called', ['/tags:', '/labels:'], use('GET /books', []), ''],
  ] as const)('judges by use: %s', async (_, edit, operation, expected) => {
    expect([...new Set(await concerned(edit, usesOf('shop', [operation])))]).toEqual([expected]);
  });

  it.each([
    [withoutColor, use('GET /tags', ['[].name']), 'no known consumer reads it'],
    [['[open, sold]', '[open, sold, lost]'], use('GET /books', ['[].state']), 'no known consumer lists its values'],
    [['name: limit, in: query', 'name: most, in: query'], use('GET /books'), 'no known consumer sends it'],
    [
      ['name: limit, in: query,', 'name: limit, required: true, in: query,'],
      use('GET /books', [], { always: ['query.limit'] }),
      'no known consumer leaves it out',
    ],
    [['/tags:', '/labels:'], use('GET /books'), 'no known consumer calls it'],
  ] as const)('says what nobody does: %s', async (edit, operation, words) => {
    expect((await gate([edit], [usesOf('shop', [operation])])).stdout).toContain(words);
  });

  it('cannot say what evidence of requests alone reads', async () => {
    const har = usesOf('crawler', [use('GET /books', [])], { evidence: 'har', complete: false });
    const { stdout } = await gate([withoutAuthor], [har]);
    expect(stdout).toContain('may break crawler, which calls it');
    expect(stdout).toContain('Files that do not list all that their consumers use: crawler.');
  });

  it('takes the newest file of what is deployed, and every release that stays in use', async () => {
    const older = usesOf('shop', [use('GET /books', ['[].author'])], { at: '2026-10-01', revision: 'a' });
    const newer = usesOf('shop', [use('GET /books', ['[].title'])], { at: '2026-11-01', revision: 'b' });
    expect(await concerned(withoutAuthor, older, newer)).toEqual(['']);
    const kept = { ...older, releases: [{ name: '1.0', state: 'released' as const }] };
    expect(await concerned(withoutAuthor, kept, newer)).toEqual(['shop']);
  });

  it('lowers what concerns nobody for an internal audience whose files are complete and fresh, and for no other', async () => {
    const settings = (audience: string) =>
      writeFileSync(
        repository.path('svc.config.yaml'),
        `document: openapi.yaml\nconsumers: { audience: ${audience}, policy: known, maxAge: 30d }\n`,
      );
    const run = async (file: UsesFile | readonly UsesFile[], ...words: string[]) => {
      await gate([withoutColor], [file].flat());
      const asked = ['gate', '--base', 'main', '--as-of', '2026-11-21', '--consumers', 'consumers', ...words];
      return (await capture(asked, { cwd: repository.cwd })).code;
    };
    writeFileSync(repository.path('openapi.yaml'), before);
    await capture(['openapi', 'lock'], { cwd: repository.cwd });
    repository.commit('feat: lock', '2026-11-01');
    settings('internal');
    await run(shop);
    await capture(['openapi', 'lock'], { cwd: repository.cwd });
    expect(await run(shop)).toBe(0);
    expect(await run({ ...shop, complete: false })).toBe(1);
    expect(await run({ ...shop, at: '2026-10-01' })).toBe(1);
    const { stdout } = await capture(['gate', '--base', 'main', '--as-of', '2026-11-21', '--consumers', 'consumers'], {
      cwd: repository.cwd,
      columns: 1000,
    });
    expect(stdout).toContain(
      'Files older than 30d, which lower nothing: consumers/0.json (51 days). Write them again with svc uses, and with --as-of 2026-11-21 where no commit is newer.',
    );
    const installed = { ...mobile('5.2'), at: '2025-10-01', operations: [] };
    expect(await run([installed, { ...mobile('5.3'), operations: [] }])).toBe(0);
    rmSync(repository.path('consumers'), { recursive: true });
    expect(await run(installed)).toBe(1);
    writeFileSync(repository.path('usage.json'), JSON.stringify({ counts: [{ consumer: 'ada' }] }));
    expect(await run(shop, '--usage', 'usage.json')).toBe(1);
    settings('partners');
    expect(await run(shop)).toBe(1);
    settings('public');
    expect(await run(shop)).toBe(1);
  });

  it.each([
    [[usesOf('shop', [], { api: 'shop' })], 'consumers/0.json is of the API "shop", and this is "books".'],
    [[shop, shop], 'consumers/0.json and consumers/1.json are of one revision of shop-web. Delete one of them.'],
    [[{ ...shop, uses: 2 } as never], 'consumers/0.json has a wrong member "uses"'],
    [[], '--consumers consumers has no files.'],
  ])('refuses %j', async (files, message) => {
    const { code, stderr } = await gate([withoutAuthor], files);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
