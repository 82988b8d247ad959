import { expect, it } from 'vitest';
import { isVersion } from './versions.js';

it('a version is one segment of a path', () => {
  expect(['1', 'v1', '2026-09-01', '1.0~rc_2'].filter(isVersion)).toHaveLength(4);
  expect(['', '.', '..', 'a/b', 'a b', 'ä', 1, null].filter(isVersion)).toEqual([]);
});
