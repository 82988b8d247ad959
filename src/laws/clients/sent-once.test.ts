import { expect, test } from 'vitest';
import type { RequestParts } from '../../routing/changes/operation.js';
import { judgeUpdate, type UpdateDraw } from './judge-update.js';
import { judgeWritten } from './judge-written.js';
import type { Update } from './list-updates.js';
import { testParts } from './test-parts.js';
import { z } from 'zod';

const Book = z.object({ title: z.string() });
const request = { body: { title: 'b' } } as unknown as RequestParts;
const drawOf = (title: string): UpdateDraw => [{ body: { title } }, request, () => ({ body: {} }), () => request];

/** What clients read and write with one member, and what they send. */
function countingUpdate(names: readonly string[] = ['title']) {
  const sent: unknown[] = [];
  const send = (drawn: RequestParts, body: unknown) => {
    sent.push(body);
    const given = { ...drawn, body };
    return { made: given, given };
  };
  const bodyOf = (drawn: unknown) => (drawn as { readonly body: { readonly title: string } }).body;
  const operation = { changes: [], older: { method: 'PATCH', path: '/books/{id}' } };
  const update = {
    read: { operation, schemas: { newer: Book, older: Book }, showOlder: bodyOf },
    write: {
      operation,
      schemas: { newer: Book, older: Book },
      names: { newer: ['title'], older: names },
      send,
      sendNewer: (body: unknown) => ({ body }),
    },
    shared: ['title'],
    pick: (answer: unknown) => answer,
    look: (stored: object) => ({ is: bodyOf(stored), shown: bodyOf(stored), expected: bodyOf(stored) }),
  };
  return { update: update as unknown as Update, sent };
}

test('The whole of what a client read is sent once for all laws', () => {
  const { update, sent } = countingUpdate();
  const draw = drawOf('a');
  for (let law = 0; law < 3; law++) expect(judgeUpdate(update, draw, null, () => false)).toBeNull();
  expect(sent).toEqual([{ title: 'a' }]);
});

test('What a client writes is converted once, for what the changes make of it and what a handler gets', () => {
  const { update, sent } = countingUpdate();
  expect(judgeWritten(update, new Map([['title', new Set(['title'])]]), drawOf('a'), () => false)).toBeNull();
  expect(sent).toEqual([{ title: 'b' }]);
});

test('Of all members that an answer lacks, nothing is sent once', () => {
  const { update, sent } = countingUpdate(['note', 'title', 'draft', 'summary']);
  const draws = ['a', 'b', 'c', 'd'].map(drawOf);
  const drawn = { series: null, runs: draws.length, all: draws, some: [] } as never;
  const trial = { runs: 4, seed: 1, asOf: new Date(0) };
  expect(testParts(update.write, update, drawn, trial)).toEqual([]);
  expect(sent.filter((body) => Object.keys(body as object).length === 0)).toHaveLength(draws.length);
});
