import { afterEach, describe, expect, it } from 'vitest';
import { repository } from '../../../test/read-imports.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';
import { type Reply, type Seen, startServer } from './testing/orders.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

async function serve(answer: (seen: Seen) => Reply) {
  const server = await startServer(answer);
  ends.push(server.close);
  return server;
}

/** The books as a hand-copied controller of version 1 keeps them. */
function oldBooks() {
  const books: { id: number; title: string; author: string }[] = [{ id: 1, title: 'Good Omens', author: 'T and N' }];
  return ({ method, body }: Seen): Reply => {
    if (method !== 'POST') return { status: 200, body: books };
    books.push({ id: books.length + 1, ...(JSON.parse(body) as { title: string; author: string }) });
    return { status: 201, body: books.at(-1) };
  };
}

/** The books as a build has them that knows version 2 alone. */
function newBooks(join = (authors: readonly string[]) => authors) {
  const books = [{ id: 1, title: 'Good Omens', authors: ['T', 'N'] }];
  return ({ method, body, headers }: Seen): Reply => {
    if (headers['x-api-version'] !== '2') return { status: 404 };
    const shown = books.map((book) => ({ ...book, authors: join(book.authors) }));
    if (method !== 'POST') return { status: 200, body: shown };
    books.push({ id: books.length + 1, ...(JSON.parse(body) as { title: string; authors: string[] }) });
    return { status: 201, body: books.at(-1) };
  };
}

const headers = [
  { name: 'X-API-Version', value: '1' },
  { name: 'Content-Type', value: 'application/json' },
];
const url = 'https://books.example.com/books';
const post = (text: string) => ({
  request: { method: 'POST', url, headers, postData: { text } },
  response: { status: 201 },
});
const get = { request: { method: 'GET', url, headers }, response: { status: 200 } };
const har = JSON.stringify({
  log: {
    entries: [get, post('{"title":"Emma","author":"Jane Austen"}'), post('{"title":"Two","author":"A and B"}'), get],
  },
});

/** Compares a build of version 2 with one of version 1, through the changes of the tutorial's books. */
async function compare(now: (seen: Seen) => Reply, through = '1..2') {
  const [fresh, old] = [await serve(now), await serve(oldBooks())];
  const project = makeProject({ 'monday.har': har });
  ends.push(project.remove);
  const entry = `${repository}/fixtures/tutorial/two/svc.config.ts`;
  const har1 = ['--har', 'monday.har', '--against', old.url, '--through', through];
  const outcome = await capture(['verify', fresh.url, entry, '--write', ...har1], project);
  return { ...outcome, fresh, old };
}

describe('svc verify --through', () => {
  it('raises recorded requests, lowers the answers, and finds that a change keeps its word', async () => {
    const { code, stdout, stderr, fresh, old } = await compare(newBooks());
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Both answer alike: 4 exchanges of'),
    });
    expect(fresh.seen.map(({ body }) => body)).toEqual([
      '',
      '{"title":"Emma","authors":["Jane Austen"]}',
      '{"title":"Two","authors":["A","B"]}',
      '',
    ]);
    expect(old.seen.map(({ headers: sent }) => sent['x-api-version'])).toEqual(['1', '1', '1', '1']);
  });

  it('names the change where it does not', async () => {
    const { code, stdout } = await compare(newBooks((authors) => authors.toReversed()));
    expect(code).toBe(1);
    expect(stdout).toContain('differs at /*/author: it was "T and N" before, and is "N and T" now.');
    expect(stdout).toMatch(/^ +change +2: A book has several authors$/m);
    expect(stdout).toContain('--through 1..2');
  });

  it.each([
    ['2..3', '--through ends at version 3. The changes lead to version 2: write 2..2.'],
    ['0..2', '--through begins at version 0. Available: 1.'],
    ['1', '--through is "1". Write the older version and the newest one: 1..2.'],
  ])('refuses %s', async (through, message) => {
    const { code, stderr } = await compare(newBooks(), through);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
