import { expect, it } from 'vitest';
import { changingOf, type PairedOperation, type VersionPair } from './changing-operations.js';

const pair = (
  changed: Readonly<Record<string, Partial<PairedOperation>>>,
  added: readonly string[] = [],
): VersionPair => ({
  from: '1',
  to: '2',
  guide: 'changes.html',
  operations: 4,
  added,
  changed: Object.fromEntries(
    Object.entries(changed).map(([name, one]) => [
      name,
      { level: 'error', now: name, anchor: name, sunset: null, ...one },
    ]),
  ),
});
const namesOf = (own: readonly string[] | null, ...pairs: readonly VersionPair[]) =>
  changingOf(own && new Set(own), pairs).map(({ name, step, change }) => [name, step, change.now]);

it('lists what somebody calls and must change, and what is gone', () => {
  const only = pair({
    'GET /users': {},
    'GET /whoami': { now: null },
    'GET /notes': { level: 'info' },
    'POST /users': {},
  });
  expect(namesOf(['GET /users', 'GET /whoami', 'GET /notes', 'GET /health'], only)).toEqual([
    ['GET /users', 0, 'GET /users'],
    ['GET /whoami', 0, null],
  ]);
  expect(namesOf([], only)).toEqual([]);
});

it('follows an operation that moves, to the step that breaks it, once', () => {
  const moved = pair({ 'GET /v1/users': { level: null, now: 'GET /v2/users' } });
  const broken = pair({ 'GET /v2/users': { now: 'GET /v3/users' } });
  const again = pair({ 'GET /v3/users': { now: null } });
  expect(namesOf(['GET /v1/users'], moved, broken, again)).toEqual([['GET /v1/users', 1, 'GET /v3/users']]);
});

it('knows for a whole version what only later ones have', () => {
  const first = pair({ 'GET /users': { level: 'info', now: 'GET /people' } }, ['GET /tags']);
  const second = pair({ 'GET /people': {}, 'GET /tags': {}, 'GET /notes': {} });
  expect(namesOf(null, first, second)).toEqual([
    ['GET /users', 1, 'GET /people'],
    ['GET /notes', 1, 'GET /notes'],
  ]);
});
