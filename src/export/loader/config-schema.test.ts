import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../json/read-yaml.js';
import { readDocumentsSettings } from './read-documents-settings.js';
import { configSchema } from './testing/config-schema.js';

const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(configSchema);

function isRead(definition: Readonly<Record<string, unknown>>): boolean {
  try {
    readDocumentsSettings(definition, 'svc.config.yaml', () => null);
    return true;
  } catch {
    return false;
  }
}

describe('the published schema of svc.config.yaml', () => {
  it('is schemas/svc.config.schema.json', async () => {
    await expect(`${JSON.stringify(configSchema, null, 2)}\n`).toMatchFileSnapshot(
      '../../../schemas/svc.config.schema.json',
    );
  });

  it.each([
    ['document: openapi.yaml'],
    ['document: { command: npm run -s openapi }'],
    ['versions: { "1": a.yaml, "2": { file: b.yaml, paths: /v2 } }'],
    ['{ title: A, document: a.yaml, lifecycle: { minNotice: 90, evidence: true } }'],
    [
      'versions: { "1": { file: a.yaml, deprecated: { since: "2026-01-01", sunset: "2027-01-01", brownouts: { days: 7 } } } }',
    ],
    ['{ document: a.yaml, versioning: { type: header, header: X-Version } }'],
    ['{ document: a.yaml, versioning: { type: uri } }'],
    ['{ document: a.yaml, versioning: { type: media-type, key: v= } }'],
    ['{ document: a.yaml, versioning: { type: query, parameter: version, defaultVersion: "1" } }'],
    [
      '{ document: a.yaml, verify: { seeds: { values: { id: 1 }, links: [{ from: a, take: "$response.body#/id", to: b.id }] } } }',
    ],
    ['{ document: a.yaml, verify: { ignore: [{ at: /items, reason: The ranking is new. }] } }'],
    ['{ document: a.yaml, consumers: { api: a, audience: internal, policy: known, maxAge: 30d } }'],
  ])('accepts what svc reads: %s', (text) => {
    const definition = readYaml(text).value as Readonly<Record<string, unknown>>;
    expect([isRead(definition), isValid(definition)]).toEqual([true, true]);
  });

  it.each([
    ['{}'],
    ['{ document: a.yaml, versions: { "1": a.yaml } }'],
    ['versions: {}'],
    ['versions: { "1 2": a.yaml }'],
    ['document: { file: a.yaml, command: b }'],
    ['document: { paths: /v1 }'],
    ['document: { file: a.yaml, paths: v1 }'],
    ['{ document: a.yaml, titel: A }'],
    ['{ document: a.yaml, versioning: { type: headers } }'],
    ['{ document: a.yaml, versioning: { type: header } }'],
    ['{ document: a.yaml, versioning: { type: header, header: X, match: exact } }'],
    ['{ document: a.yaml, lifecycle: { minNotice: -1 } }'],
    ['{ document: a.yaml, consumers: { audience: everybody } }'],
    ['{ document: a.yaml, consumers: { maxAge: 30 } }'],
    ['{ document: a.yaml, verify: { ignore: [{ at: /items }] } }'],
    ['{ document: a.yaml, verify: { seeds: { before: a } } }'],
    ['versions: { "1": { file: a.yaml, deprecated: { sunset: "2027-01-01" } } }'],
  ])('refuses what svc refuses: %s', (text) => {
    const definition = readYaml(text).value as Readonly<Record<string, unknown>>;
    expect([isRead(definition), isValid(definition)]).toEqual([false, false]);
  });
});
