import { describe, expect, it } from 'vitest';
import { classifyFailure, troubleError } from './sqlite-failure.js';

const coded = (errcode: number) => Object.assign(new Error('failed'), { errcode });
const diskError = 10;

describe('a failed statement on SQLite', () => {
  it.each([5, 6, 15, 5 | (2 << 8)])('with code %i met another process', (code) => {
    expect(classifyFailure(coded(code))).toBe('busy');
  });

  it.each([7, 8, 10, 11, 13, 14, 26, 10 | (4 << 8)])('with code %i is in trouble', (code) => {
    expect(classifyFailure(coded(code))).toBe('trouble');
  });

  it.each([1, 19, 19 | (8 << 8)])('with code %i is wrong', (code) => {
    expect(classifyFailure(coded(code))).toBe('wrong');
  });

  it('without a code is known by its message', () => {
    expect(classifyFailure(new Error('database or disk is full'))).toBe('trouble');
    expect(classifyFailure(new Error('no such table: full'))).toBe('wrong');
    expect(classifyFailure('database or disk is full')).toBe('wrong');
  });

  it('has an unknown outcome only if it commits and the disk fails', () => {
    expect(troubleError(coded(diskError), { commits: true })).toMatchObject({ code: 'outcome-unknown' });
    expect(troubleError(coded(diskError), { commits: false })).toMatchObject({ code: 'database-unavailable' });
    expect(troubleError(coded(13), { commits: true })).toMatchObject({ code: 'database-unavailable' });
  });
});
