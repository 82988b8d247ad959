import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import service from '../../../fixtures/changes/svc.config.js';
import { buildChangelog } from '../../contract/changelog.js';
import { changelogJson, changelogMarkdown } from '../../contract/format-changelog.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { readLocks } from '../sources/lock-files.js';
import { capture, fixture } from '../testing/capture-io.js';

const svc = async (...argv: readonly string[]) => (await capture(argv, { cwd: fixture('changes') })).stdout;

/** Every list of what a version changed takes the words from its declared changes. */
describe('declared changes', () => {
  let folder: string;
  let locks: readonly ContractLock[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svckit-changes-'));
    await svc('openapi', 'lock', '--dir', folder);
    locks = readLocks(folder, '.');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are in the lock of the version that made them', () => {
    expect(locks.map(({ document }) => document['x-svc-changes'])).toMatchInlineSnapshot(`
      [
        undefined,
        [
          {
            "description": "The single \`name\` is split at its first space.",
            "id": "a-user-has-a-first-and-a-last-name-and-tags",
            "operations": [
              "GET /users",
              "POST /users",
            ],
            "title": "A user has a first and a last name, and tags",
          },
        ],
        [
          {
            "id": "lists-come-in-pages",
            "operations": [
              "GET /users",
            ],
            "title": "Lists come in pages",
          },
          {
            "id": "soft-delete",
            "operations": [],
            "title": "Deleted users can be restored",
          },
        ],
      ]
    `);
  });

  it('head the migration guide, those of each version in between', async () => {
    await expect(await svc('diff', 'v1', 'v3', '--format', 'markdown')).toMatchFileSnapshot(
      fixture('golden/changes/migration-guide.md'),
    );
    expect(await svc('diff', 'v2', 'v3', '--format', 'markdown')).not.toContain('A user has a first');
    expect(await svc('diff', 'v3', 'v1', '--format', 'markdown')).not.toContain('## What changed');
  });

  it('are in the changelog from the commit that declared them', () => {
    const state = (commit: string, own: readonly ContractLock[]) => ({
      commit,
      day: '2026-11-21',
      subject: commit,
      locks: own,
    });
    const withoutPages = locks.map(({ version, document }) =>
      version === '3'
        ? { version, document: { ...document, 'x-svc-changes': [], info: { title: 'Users' } } }
        : { version, document },
    );
    const logs = buildChangelog(
      [state('start', locks.slice(0, 1)), state('two more versions', withoutPages), state('pages', locks)],
      { minNotice: null },
    );
    expect(changelogMarkdown(logs, 'v1')).toMatchInlineSnapshot(`
      "# Changes since v1

      ## Version 3

      ### 2026-11-21 pages (pages)

      - **Lists come in pages**
      - **Deleted users can be restored**

      ### 2026-11-21 two more versions (two more versions)

      This version is new.

      ## Version 2

      ### 2026-11-21 two more versions (two more versions)

      This version is new.

      - **A user has a first and a last name, and tags**: The single \`name\` is split at its first space.
      "
    `);
    const subject = {
      name: 'User',
      moved: [{ older: ['nick'], newer: ['alias'] }],
      altered: [],
      answer: { before: { nick: '`a`' }, after: { alias: '`a`' } },
      request: null,
    };
    const change = { id: 'lists-come-in-pages', title: '', description: null, operations: [], subjects: [subject] };
    const steps = [{ version: '3', changes: [change] }];
    const results = [1, 2].map((column) => ({
      id: 'client-module',
      level: 'error' as const,
      message: 'imports the client of version 1.',
      fix: null,
      place: { file: 'src/a.ts', line: 3, column },
      subject: { method: null, path: null, apiVersion: null, pointer: null, handler: null },
      details: [['code', 'show(`${user.nick}`);'] as const],
    }));
    const shown = changelogMarkdown(logs, 'v1', { steps, places: new Map([['3', { folder: 'src', results }]]) });
    expect(shown.slice(0, shown.indexOf('## Version 2'))).toMatchInlineSnapshot(`
      "# Changes since v1

      ## Version 3

      ### In your code

      1 place in \`src\`:

      - \`src/a.ts:3\`: \`\` show(\`\${user.nick}\`); \`\`
        - **breaks**: imports the client of version 1.

      ### 2026-11-21 pages (pages)

      - **Lists come in pages**

        \`User\`:

        - \`nick\` is \`alias\`. \`svc upgrade\` edits it.

        What is answered, before and after; members that stay are left out:

        \`\`\`diff
        -{"nick": "\`a\`"}
        +{"alias": "\`a\`"}
        \`\`\`
      - **Deleted users can be restored**

      ### 2026-11-21 two more versions (two more versions)

      This version is new.

      "
    `);
    expect(JSON.parse(changelogJson(logs, 'v1', { steps }))).toMatchObject({
      versions: [{ entries: [{ changes: [{ subjects: [subject] }, {}] }, {}] }, {}],
    });
    expect(JSON.parse(changelogJson(logs, 'v1'))).toMatchObject({
      versions: [
        {
          version: '3',
          entries: [{ changes: [{ id: 'lists-come-in-pages' }, { id: 'soft-delete' }] }, { changes: [] }],
        },
        {},
      ],
    });
  });

  it('mark the versions of the matrix that are made by them', async () => {
    expect(await svc('routes', '--matrix')).toMatchInlineSnapshot(`
      "METHOD  PATH               v1  v2  v3
      GET     /users             +*  ~*  ~
      POST    /users             +*  ~   =
      GET     /users/restorable  +   =   =
      GET     /users/whoami      +   =   .

      + new   = same as the previous version   ~ changed   . absent   ! deprecated   * made from a newer version by changes
      "
    `);
    expect(JSON.parse(await svc('routes', '--matrix', '--format', 'json'))).toMatchObject({
      rows: [
        { versions: { 1: { changes: ['Lists come in pages', 'A user has a first and a last name, and tags'] } } },
        {},
        {},
        {},
      ],
    });
  });

  it('are in the list of routes, for programs', async () => {
    const { routes } = JSON.parse(await svc('routes', '--format', 'json')) as { routes: readonly object[] };
    expect(routes[1]).toMatchObject({
      version: '2',
      changes: [
        { version: '3', previous: '2', title: 'Lists come in pages', source: { file: 'versions.ts', line: 25 } },
      ],
    });
    expect(routes[2]).not.toHaveProperty('changes');
  });

  it('are what is new on the page of a version, and what each version changed on the timeline', async () => {
    const { root, ...options } = service;
    const { app, call } = await serveForTest(root, options);
    const page = async (path: string) => (await call(path)).text.replaceAll(/\s+/g, ' ');
    const [first, second, timeline] = [
      await page('/docs?version=1'),
      await page('/docs?version=2'),
      await page('/docs/versions'),
    ];
    await app.close();
    expect(first).not.toContain('What is new');
    expect(textOf(second)).toContain(
      'What is new in version 2 A user has a first and a last name, and tags The single name is split at its first space. GET /users POST /users',
    );
    expect(timeline).toMatch(
      /What each version changed.*Version 3.*Lists come in pages.*Deleted users can be restored.*Version 2/,
    );
  });
});

/** What a page says, without its tags. */
const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.');
