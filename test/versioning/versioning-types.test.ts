import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionNames } from '../../src/diff/checks/document/api-versioning.js';
import { type VersioningOwnOption, versioningTypes } from '../../src/routing/versioning/versioning.js';
import { repository } from '../read-imports.js';
import { describeVersioningType, type VersioningTypeCase } from './versioning-type.suite.js';

const named = (name: string, value: string | null): Record<string, string> => (value === null ? {} : { [name]: value });

const cases: readonly VersioningTypeCase[] = [
  {
    versioning: { type: 'uri', defaultVersion: '1' },
    sharesPaths: false,
    vary: undefined,
    request: (path, version) => ({ path: version === null ? `/api${path}` : `/api/v${version}${path}`, headers: {} }),
    preflightHeader: undefined,
    documented: undefined,
    readFrom: 'the path segment v<version>',
    instruction: 'Call the paths with `v2` in them.',
    wrong: { versioning: { type: 'uri', prefix: 'a/b' }, id: 'invalid-prefix' },
  },
  {
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    sharesPaths: true,
    vary: 'X-API-Version',
    request: (path, version) => ({ path: `/api${path}`, headers: named('x-api-version', version) }),
    preflightHeader: 'X-API-Version',
    documented: { name: 'X-API-Version', in: 'header' },
    readFrom: 'the header X-API-Version',
    instruction: 'Send `X-API-Version: 2`.',
    wrong: { versioning: { type: 'header', header: 'not a header' }, id: 'invalid-version-header' },
  },
  {
    versioning: { type: 'media-type', key: 'v=', defaultVersion: '1' },
    sharesPaths: true,
    vary: 'Accept',
    request: (path, version) => ({
      path: `/api${path}`,
      headers: named('accept', version === null ? null : `text/html, application/json;q=0.9;v=${version}`),
    }),
    preflightHeader: undefined,
    documented: undefined,
    readFrom: 'the parameter v=<version> of Accept',
    instruction: 'Send `Accept: application/json;v=2`.',
    wrong: { versioning: { type: 'media-type', key: 'v ' }, id: 'invalid-version-key' },
  },
  {
    versioning: { type: 'query', parameter: 'version', defaultVersion: '1' },
    sharesPaths: true,
    vary: undefined,
    request: (path, version) => ({
      path: `/api${path}${version === null ? '' : `${path.includes('?') ? '&' : '?'}version=${version}`}`,
      headers: {},
    }),
    preflightHeader: undefined,
    documented: { name: 'version', in: 'query' },
    readFrom: 'the query parameter version',
    instruction: 'Add `version=2` to the query.',
    wrong: { versioning: { type: 'query', parameter: 'a b' }, id: 'invalid-version-parameter' },
  },
];

describe.each(cases.map((one) => [one.versioning.type, one] as const))('%s versioning', (_type, one) =>
  describeVersioningType(one),
);

it('runs the suite for every type', () => {
  expect(cases.map(({ versioning }) => versioning.type)).toEqual(versioningTypes.map(({ name }) => name));
});

it('has every type in the table of the guide, with its own options, and no other', () => {
  const guide = readFileSync(join(repository, 'docs/versioning.md'), 'utf8');
  const table = guide.split('## How a request names its version')[1]!.split('## ')[0]!;
  const rows = [...table.matchAll(/^\| `\{ type: '([a-z-]+)', (\w+): /gm)].map(([, type, option]) => ({
    type,
    option,
  }));
  expect(rows).toEqual(
    versioningTypes.map(({ name, optionNames }) => ({ type: name, option: Object.keys(optionNames)[0] })),
  );
});

it('svc diff compares every option that names where requests have their version, except for the prefix, which paths show', () => {
  const compared = versionNames satisfies Readonly<Record<Exclude<VersioningOwnOption, 'prefix'>, object>>;
  expect(Object.keys(compared)).not.toContain('prefix');
});
