import { describe, expect, it } from 'vitest';
import { deprecationOfVersion, sunsetOf } from './version-deprecation.js';

type Listed = Parameters<typeof sunsetOf>[1][number];

const dates = { since: '2026-01-01', sunset: '2027-01-01', link: '/moving' };
const later = { since: '2026-02-01', sunset: '2027-03-01', link: '/moving' };
const brownouts = [{ from: '2027-02-01', to: '2027-02-02' }];

const route = (facts: Partial<Listed>): Listed => ({
  method: 'GET',
  path: '/users',
  version: '1',
  neutral: false,
  tags: [],
  changes: [],
  access: { kind: 'public' },
  security: null,
  guards: [],
  hidden: false,
  listed: true,
  source: null,
  handler: null,
  operationId: null,
  deprecation: null,
  doc: {},
  ...facts,
});
const version = (...facts: readonly Partial<Listed>[]) => deprecationOfVersion('1', facts.map(route));

describe('the deprecation of a version', () => {
  it('has the latest of the dates of its routes', () => {
    expect(version({ deprecation: later }, { deprecation: dates })).toEqual(later);
  });

  it('leaves out routes that are hidden, of the toolkit, or of another version', () => {
    const others = [{ hidden: true }, { listed: false }, { version: '2' }, { version: null, neutral: true }];
    expect(version({ deprecation: dates }, ...others)).toEqual(dates);
    expect(version(...others)).toBeNull();
  });

  it('needs all of its routes, and no sunset of one that has none', () => {
    expect(version({ deprecation: dates }, {})).toBeNull();
    const undated = { ...dates, since: null, sunset: null };
    expect(version({ deprecation: dates }, { deprecation: undated })).toEqual({ ...undated, link: '/moving' });
  });

  it('counts a route that only its documentation deprecates, which has no dates', () => {
    expect(version({ doc: { deprecated: true } })).toEqual({ since: null, sunset: null, link: null });
  });

  it('has the link and the brownouts that its last routes share', () => {
    const last = { ...later, brownouts };
    expect(version({ deprecation: last }, { deprecation: dates }, { deprecation: last })).toEqual(last);
    const { link: _, ...rest } = later;
    expect(version({ deprecation: last }, { deprecation: { ...later, link: '/other' } })).toEqual({
      ...rest,
      link: null,
    });
  });
});

it('a version goes away with the last of its routes, if each goes away', () => {
  const routes = [route({ deprecation: dates }), route({ deprecation: later }), route({ version: '2' })];
  expect(sunsetOf('1', routes)).toBe('2027-03-01');
  expect(sunsetOf('2', routes)).toBeNull();
  expect(sunsetOf('3', routes)).toBeNull();
});
