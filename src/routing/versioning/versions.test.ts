import { expect, it } from 'vitest';
import { compareVersions, isVersion } from './versions.js';

it('versions are in the order of their numbers, and those that are no numbers follow', () => {
  const sorted = ['1', '1.5', '2', '10', '2026-09-01', 'alpha', 'beta'];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  expect([...sorted].sort(compareVersions)).toEqual(sorted);
});

it('a version is one segment of a path', () => {
  expect(['1', 'v1', '2026-09-01', '1.0~rc_2'].filter(isVersion)).toHaveLength(4);
  expect(['', '.', '..', 'a/b', 'a b', 'ä', 1, null].filter(isVersion)).toEqual([]);
});
