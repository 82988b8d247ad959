import { expect, it } from 'vitest';
import { sectionsByOperation } from './group-results.js';
import type { Level } from './level.js';
import { noSubject, type Result } from './result.js';

const result = (level: Level, message: string, path = '/users'): Result => ({
  id: 'any',
  level,
  message,
  fix: null,
  place: null,
  subject: { ...noSubject, method: 'GET', path, apiVersion: '1' },
});

it('sections are about the operations with equal results, each with the most severe first', () => {
  const results = [
    result('info', 'a note'),
    result('error', 'a break'),
    result('warning', 'a risk'),
    result('error', 'a break everywhere'),
    result('error', 'a break everywhere', '/teams'),
  ];
  expect(
    sectionsByOperation(results).map(({ titles, lines }) => [titles, lines.map(({ message }) => message)]),
  ).toEqual([
    [['GET /users (version 1)'], ['a break', 'a risk', 'a note']],
    [['GET /users (version 1)', 'GET /teams (version 1)'], ['a break everywhere']],
  ]);
});
