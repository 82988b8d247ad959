import { expect, it } from 'vitest';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { bundleDocument } from '../../openapi/references/bundle-document.js';
import { describeDocuments } from './describe-documents.js';

const value = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/v1/cats': { get: { deprecated: true, responses: {} } },
    '/v1/dogs': { get: { deprecated: true, 'x-sunset': '2026-11-21', responses: {} } },
    '/v1/fish': { get: { deprecated: true, 'x-sunset': '2026-11-22', responses: {} } },
    '/v1/mice': { get: { responses: {} } },
  },
};

async function check(versioning: VersioningOptions) {
  const source = { name: 'v1.json', text: JSON.stringify(value, null, 1), value };
  const bundle = await bundleDocument(source, new URL('file:///v1.json'), () => Promise.reject(new Error('one file')));
  const documents = [{ version: '1', bundle, deprecation: null, printedBy: null }];
  return describeDocuments(documents, { title: null, versioning, lifecycle: undefined })
    .check(new Date('2026-11-21'))
    .map(({ id, severity, message, fix, source: place, apiVersion }) => [
      `${place?.file}:${place?.line} ${severity} ${id}: ${message} ${fix}`,
      apiVersion,
    ]);
}

it('the rules about sunsets have their severity, the line and the version in documents too', async () => {
  const undated =
    "v1.json:9 warning deprecated-without-sunset: GET /v1/cats is deprecated without a sunset. Add x-sunset: '2027-03-01' beside deprecated: true.";
  expect(await check({ type: 'uri' })).toEqual([
    [undated, '1'],
    [
      'v1.json:15 warning sunset-passed: GET /v1/dogs is still described, but its sunset was 2026-11-21. Remove it, or postpone its sunset.',
      '1',
    ],
  ]);
  expect((await check({ type: 'uri', sunset: 'refuse' }))[1]![0]).toContain('GET /v1/dogs answers 410 only, but');
});
