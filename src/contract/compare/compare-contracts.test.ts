import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { compareContracts } from './compare-contracts.js';

const ok = { responses: { 200: { description: 'ok' } } };
const operation = (version: string | null, deprecation?: { since: string; sunset?: string }): JsonObject => ({
  ...ok,
  ...(version !== null && { 'x-svc-version': version }),
  ...(deprecation && {
    deprecated: true,
    'x-deprecated-since': deprecation.since,
    ...(deprecation.sunset && { 'x-sunset': deprecation.sunset }),
  }),
});
const lock = (
  version: string | null,
  paths: Readonly<Record<string, JsonObject>>,
  defaults: readonly string[] = [],
): ContractLock => ({
  version,
  document: {
    openapi: '3.1.0',
    info: { title: 'API', version: '1.0.0' },
    paths: Object.fromEntries(Object.entries(paths).map(([path, get]) => [path, { get }])),
    ...(version !== null && {
      'x-svc-versioning': {
        type: 'header',
        header: 'X-Version',
        ...(defaults.length > 0 && { defaultVersion: defaults }),
      },
    }),
  },
});
const reported = (
  base: readonly ContractLock[],
  revision: readonly ContractLock[],
  asOf = '2026-10-01',
  minNotice = 90,
) =>
  compareContracts(base, revision, { asOf, minNotice }).map(({ version, presence, kind, findings }) => [
    version,
    presence,
    kind,
    findings.filter(({ level }) => level !== 'info').map(({ id, path }) => (path === null ? id : `${id} ${path}`)),
  ]);

const lawful = { since: '2026-03-01', sunset: '2026-09-01' };

describe('the law of a version', () => {
  const two = lock('2', { '/users': operation('2'), '/health': operation(null) });

  it.each([
    ['without being deprecated', undefined, 'api-path-removed-without-deprecation'],
    ['without a sunset', { since: '2026-03-01' }, 'api-removed-without-sunset'],
    ['before its sunset', { since: '2026-03-01', sunset: '2026-12-01' }, 'api-path-removed-before-sunset'],
    ['after too short a notice', { since: '2026-08-01', sunset: '2026-09-01' }, 'api-removed-with-short-notice'],
  ])('keeps one from going %s', (_, deprecation, id) => {
    const base = [lock('1', { '/users': operation('1', deprecation), '/health': operation(null) }), two];
    expect(reported(base, [two])).toEqual([
      ['1', 'gone', 'breaking', [`${id} /users`]],
      ['2', 'both', 'unchanged', []],
    ]);
  });

  it('lets one go that was deprecated in time and is past its sunset, as a default version too', () => {
    const base = [
      lock('1', { '/users': operation('1', lawful), '/health': operation(null) }, ['1']),
      lock('2', { '/users': operation('2'), '/health': operation(null) }, ['1']),
    ];
    const after = [lock('2', { '/users': operation('2'), '/health': operation(null) }, ['2'])];
    expect(reported(base, after)).toEqual([
      ['1', 'gone', 'additive', []],
      ['2', 'both', 'additive', []],
    ]);
    expect(
      reported(base, [lock('2', { '/users': operation('2'), '/health': operation(null) }, ['2'])], '2026-08-31'),
    ).toEqual([
      ['1', 'gone', 'breaking', ['api-path-removed-before-sunset /users']],
      ['2', 'both', 'breaking', ['api-default-version-changed']],
    ]);
  });

  it('counts what a version shared with every other one only when nobody serves it any more', () => {
    const base = [lock('1', { '/users': operation('1', lawful), '/health': operation(null) }), two];
    expect(reported(base, [lock('2', { '/users': operation('2') })])).toEqual([
      ['1', 'gone', 'breaking', ['api-path-removed-without-deprecation /health']],
      ['2', 'both', 'breaking', ['api-path-removed-without-deprecation /health']],
    ]);
  });

  it('lets an API take up versions when the one that stands for the whole keeps its promise', () => {
    const base = [lock(null, { '/users': operation(null) })];
    expect(
      reported(base, [lock('1', { '/users': operation('1') }, ['1'])]).map(([version, presence, kind]) => [
        version,
        presence,
        kind,
      ]),
    ).toEqual([
      [null, 'gone', 'additive'],
      ['1', 'new', 'additive'],
    ]);
    expect(reported(base, [lock('1', {}, ['1'])])[0]).toEqual([
      null,
      'gone',
      'breaking',
      ['api-path-removed-without-deprecation /users'],
    ]);
  });

  describe('the notice that the contracts promise', () => {
    const promising = (days: number | undefined, ...[version, paths]: Parameters<typeof lock>): ContractLock => {
      const { document } = lock(version, paths);
      return { version, document: { ...document, ...(days !== undefined && { 'x-svc-min-notice': days }) } };
    };
    const removed = (before: number | undefined, after: number | undefined) =>
      reported(
        [promising(before, '1', { '/users': operation('1', lawful), '/a': operation('1') })],
        [promising(after, '1', { '/a': operation('1') })],
        '2026-10-01',
        0,
      )[0]![3];
    const deprecated = (before: number | undefined, after: number | undefined) =>
      reported(
        [promising(before, '1', { '/users': operation('1') })],
        [promising(after, '1', { '/users': operation('1', { since: '2026-10-01', sunset: '2026-12-01' }) })],
        '2026-10-01',
        0,
      )[0]![3];

    it.each([
      [undefined, undefined],
      [184, 184],
      [184, undefined],
      [undefined, 61],
    ])('lets go what was announced long enough: %j, then %j', (before, after) => {
      expect(removed(before, after)).toEqual([]);
    });

    it.each([
      [185, 185],
      [undefined, 185],
      [185, undefined],
      [185, 1],
      [1, 185],
    ])('is the longer one of the base and of what is to be merged: %j, then %j', (before, after) => {
      expect(removed(before, after)).toEqual(['api-removed-with-short-notice /users']);
      expect(deprecated(before, after)).toEqual(['api-sunset-date-too-small /users']);
    });

    it('holds for a version that goes, too', () => {
      const base = [
        promising(185, '1', { '/users': operation('1', lawful) }),
        promising(185, '2', { '/a': operation('2') }),
      ];
      expect(reported(base, [promising(1, '2', { '/a': operation('2') })], '2026-10-01', 0)[0]![3]).toEqual([
        'api-removed-with-short-notice /users',
      ]);
      const later = [
        promising(1, '1', { '/users': operation('1', lawful) }),
        promising(1, '2', { '/a': operation('2') }),
      ];
      expect(reported(later, [promising(185, '2', { '/a': operation('2') })], '2026-10-01', 0)[0]![3]).toEqual([
        'api-removed-with-short-notice /users',
      ]);
    });
  });

  it('does not let dates move earlier', () => {
    const at = (sunset: string) => [lock('1', { '/users': operation('1', { since: '2026-03-01', sunset }) })];
    expect(reported(at('2027-01-01'), at('2026-12-31'))).toEqual([
      ['1', 'both', 'breaking', ['api-sunset-date-changed-too-small /users']],
    ]);
    expect(reported(at('2027-01-01'), at('2027-01-02'))[0]![2]).not.toBe('breaking');
  });
});

describe('an operation and a parameter', () => {
  it('go by the same law', () => {
    const limit = (marks: object) =>
      ({
        ...operation('1'),
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' }, ...marks }],
      }) as JsonObject;
    const after = [lock('1', { '/users': operation('1') })];
    const gone = (marks: object, asOf?: string) =>
      reported([lock('1', { '/users': limit(marks) })], after, asOf)[0]![3];
    const marked = { deprecated: true, 'x-deprecated-since': '2026-03-01', 'x-sunset': '2026-09-01' };
    expect(gone(marked)).toEqual([]);
    expect(gone({})).toEqual(['request-parameter-removed /users']);
    expect(gone(marked, '2026-08-31')).toEqual(['request-parameter-removed-before-sunset /users']);
    expect(gone({ ...marked, 'x-deprecated-since': '2026-08-01' })).toEqual([
      'request-parameter-removed-with-short-notice /users',
    ]);
    const both = lock('1', { '/users': operation('1'), '/old': operation('1', lawful) });
    expect(reported([both], after)).toEqual([['1', 'both', 'additive', []]]);
  });
});
