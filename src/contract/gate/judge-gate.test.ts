import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { type GateInput, judgeGate } from './judge-gate.js';

const lock = (operation: JsonObject) => [
  {
    version: '1',
    document: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/orders': { get: { responses: {}, ...operation } } },
    },
  },
];
const judge = (locks: Pick<GateInput, 'baseLocks' | 'lockFiles' | 'current'>) =>
  judgeGate({
    described: 'service',
    asOf: '2026-11-20',
    base: 'main',
    failOn: 'error',
    problems: [],
    baseFolder: 'contracts',
    folder: 'contracts',
    lifecycle: [],
    exceptions: { exceptions: [], problems: [], file: 'contracts/exceptions.yaml' },
    approval: { approved: [], acceptsNew: true },
    ...locks,
  });
const levels = (base: JsonObject, current: JsonObject) => {
  const { results } = judge({ baseLocks: lock(base), lockFiles: lock(current), current: lock(current) });
  return Object.values(results)
    .flat()
    .filter(({ level }) => level !== 'info')
    .map(({ id, level }) => `${level} ${id}`);
};

describe('judgeGate', () => {
  it('asks for the lock file of a new version, unless the change adds it as well', () => {
    const [first, second] = [lock({}), lock({ summary: 'second' }).map((one) => ({ ...one, version: '2' }))];
    const current: readonly ContractLock[] = [...first, ...second];
    const missing = (lockFiles: readonly ContractLock[]) =>
      judge({ baseLocks: first, lockFiles, current }).results.lock.map(({ id }) => id);
    expect(missing(first)).toEqual(['lock-missing']);
    expect(missing(current)).toEqual([]);
  });

  it('closes when a parameter goes without having been deprecated', () => {
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    expect(levels({ parameters }, {})).toEqual(['error request-parameter-removed']);
  });

  it('closes when an operation that needed no credentials needs them', () => {
    expect(levels({ security: [] }, { security: [{ key: [] }] })).toEqual(['error api-became-protected']);
    expect(levels({ security: [{}, { key: [] }] }, { security: [{ key: [] }] })).toEqual([
      'error api-became-protected',
    ]);
  });

  it('closes when fewer roles give access, and when a role is needed where none was, whatever the document says of security', () => {
    const security = [{ bearer: [] }];
    expect(
      levels({ security, 'x-required-roles': ['admin', 'editor'] }, { security, 'x-required-roles': ['admin'] }),
    ).toEqual(['error api-required-roles-narrowed']);
    expect(levels({ security }, { security, 'x-required-roles': ['admin'] })).toEqual([
      'error api-required-roles-narrowed',
    ]);
    expect(levels({}, { 'x-required-roles': ['admin'] })).toEqual(['error api-became-protected']);
    expect(levels({}, { security, 'x-required-roles': ['admin'] })).toEqual(['error api-became-protected']);
  });

  it('stays open when more roles give access, or none is needed any more', () => {
    const security = [{ bearer: [] }];
    expect(
      levels({ security, 'x-required-roles': ['admin'] }, { security, 'x-required-roles': ['editor', 'admin'] }),
    ).toEqual([]);
    expect(levels({ security, 'x-required-roles': ['admin'] }, { security: [] })).toEqual([]);
    expect(levels({ 'x-required-roles': ['admin'] }, {})).toEqual([]);
  });

  it('stays open when credentials are optional still, or are needed no longer', () => {
    expect(levels({ security: [] }, { security: [{}, { key: [] }] })).toEqual([]);
    expect(levels({ security: [{ key: [] }] }, { security: [] })).toEqual([]);
  });
});
