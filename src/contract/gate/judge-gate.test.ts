import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { judgeGate } from './judge-gate.js';

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
const levels = (base: JsonObject, current: JsonObject) => {
  const { results } = judgeGate({
    described: 'service',
    asOf: '2026-11-20',
    base: 'main',
    failOn: 'error',
    problems: [],
    baseLocks: lock(base),
    baseFolder: 'contracts',
    lockFiles: lock(current),
    folder: 'contracts',
    current: lock(current),
    lifecycle: [],
    exceptions: { exceptions: [], problems: [], file: 'contracts/exceptions.yaml' },
    approval: { approved: [], acceptsNew: true },
  });
  return Object.values(results)
    .flat()
    .filter(({ level }) => level !== 'info')
    .map(({ id, level }) => `${level} ${id}`);
};

describe('judgeGate', () => {
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
