import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { compareContracts } from '../compare/compare-contracts.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { concernFindings, pairByVersion } from './concern-findings.js';
import { openRegistry } from './registry.js';
import { useOf, usesOf } from './testing/any-uses.js';
import type { UsesFile } from './uses-file.js';

const lock = (versioning: JsonObject, parameters: readonly JsonObject[] = []): ContractLock => ({
  version: '1',
  document: {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1.0.0' },
    'x-svc-api-version': '1',
    'x-svc-versioning': versioning,
    paths: { '/books': { get: { parameters: [...parameters], responses: { '200': { description: 'OK' } } } } },
  },
});
const header = { type: 'header', header: 'X-API-Version' };
const parameter = (required: boolean) => ({
  name: 'x-api-version',
  in: 'header',
  required,
  schema: { type: 'string' },
});

/** The ids of errors, each with those whom it concerns. */
function judge(base: ContractLock, revision: ContractLock, files: readonly UsesFile[]) {
  const registry = openRegistry(files.map((uses) => ({ file: `${uses.consumer}.json`, uses })));
  const changes = compareContracts([base], [revision], { asOf: '2026-11-20' });
  const findings = changes.flatMap((change) => change.findings);
  return concernFindings(findings, registry, pairByVersion([base], [revision])).flatMap(
    ({ id, level, concerns = [] }) =>
      level === 'error' ? [`${id}: ${concerns.map(({ consumer }) => consumer).join(' ')}`] : [],
  );
}

describe('whom a change of the version that requests name concerns', () => {
  const client = usesOf('client', [useOf('GET /books')], { version: '1' });
  const pact = usesOf('pact', [useOf('GET /books')], { version: '1', evidence: 'pact' });

  it('is nobody whose client names its version in every request', () => {
    const [from, to] = [lock({ ...header, defaultVersion: '1' }), lock({ ...header, defaultVersion: '2' })];
    expect(judge(from, to, [client, pact])).toEqual(['api-default-version-changed: pact']);
    expect(judge(lock(header, [parameter(false)]), lock(header, [parameter(true)]), [client, pact])).toEqual([
      'request-parameter-became-required: pact',
    ]);
  });

  it('is everybody where the version is read from another place', () => {
    const other = { type: 'header', header: 'Version' };
    expect(judge(lock(header), lock(other), [client, pact])).toEqual(['api-version-header-renamed: client pact']);
  });
});
