import { describe, expect, it } from 'vitest';
import { type JsonObject, objectAt } from '../json/json.js';
import { lockedLifecycle, readLifecycle, readOperationLifecycle } from './lifecycle-marks.js';

const march = { text: '2027-03-01', day: 20_878, iso: '2027-03-01T00:00:00.000Z' };

describe('the dates of an operation, a parameter or a property', () => {
  it.each([
    [{}, { deprecated: false, since: null, sunset: null }],
    [{ deprecated: 'yes' }, { deprecated: false, since: null, sunset: null }],
    [
      { deprecated: true, 'x-sunset': '2027-03-01' },
      { deprecated: true, since: null, sunset: march },
    ],
    [
      { 'x-svc-since': '2027-03-01', 'x-svc-sunset': '2027-03-01' },
      { deprecated: false, since: march, sunset: march },
    ],
    [
      { 'x-svc-since': 'never', 'x-deprecated-since': '2027-03-01', 'x-svc-sunset': 'never', 'x-sunset': '2027-03-01' },
      { deprecated: false, since: march, sunset: march },
    ],
    [
      { 'x-deprecated-since': 'soon', 'x-sunset': 5 },
      {
        deprecated: false,
        since: { text: 'soon', day: null, iso: null },
        sunset: { text: '5', day: null, iso: null },
      },
    ],
  ])('of %j are %j', (node, expected) => {
    expect(readLifecycle(node)).toEqual(expected);
  });
});

describe('the link and the brownouts of an operation', () => {
  const moved: JsonObject = { headers: { link: { example: '<https://example.com/moved>; rel="deprecation"' } } };
  const resolve = (value: JsonObject[string]) => (objectAt(value)['$ref'] === '#/moved' ? moved : objectAt(value));
  const read = (node: JsonObject) => {
    const { link, brownouts } = readOperationLifecycle(node, resolve);
    return { link, brownouts };
  };
  const none = { link: null, brownouts: [] };

  it.each([
    [{}, none],
    [{ 'x-svc-link': '/moved' }, { ...none, link: '/moved' }],
    [{ 'x-svc-link': 'javascript:alert(1)' }, none],
    [{ responses: { 200: {}, 404: { $ref: '#/moved' } } }, { ...none, link: 'https://example.com/moved' }],
    [
      { 'x-svc-link': '/own', responses: { 200: { $ref: '#/moved' } } },
      { ...none, link: '/own' },
    ],
    [{ responses: { 200: { headers: { Link: { example: '</next>; rel="next"' } } } } }, none],
  ])('of %j are %j', (node, expected) => {
    expect(read(node)).toEqual(expected);
  });

  it('are in UTC where a time has no zone, and leave out what has no dates', () => {
    const written = [
      { from: '2027-02-28T09:00', to: '2027-02-28T10:00+01:00' },
      { from: 'soon', to: '2027-02-28' },
      { from: '2027-02-28' },
      'always',
    ];
    expect(read({ 'x-brownouts': written }).brownouts).toEqual([
      { from: '2027-02-28T09:00:00.000Z', to: '2027-02-28T09:00:00.000Z' },
    ]);
  });
});

it.each([
  { since: '2026-09-01T12:30:00.000Z', sunset: '2027-03-01T00:00:00.000Z', link: '/moved' },
  { since: null, sunset: null, link: null },
])('a lock keeps %j', (deprecation) => {
  const { deprecated, since, sunset, link } = readOperationLifecycle(lockedLifecycle(deprecation), objectAt);
  expect(deprecated).toBe(true);
  expect({ since: since?.iso ?? null, sunset: sunset?.iso ?? null, link }).toEqual(deprecation);
});
