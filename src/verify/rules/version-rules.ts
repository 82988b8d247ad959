import { isObject, objectAt } from '../../json/json.js';
import { type PromisedOperation, unnamedVersion, versionOf } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

/** Whether the contract says of an operation that answers depend on headers of the request. */
const declaresVary = ({ node, document }: PromisedOperation): boolean =>
  Object.values(objectAt(node['responses'])).some((response) =>
    Object.keys(objectAt(document.resolve(objectAt(response))['headers'])).some(
      (name) => name.toLowerCase() === 'vary',
    ),
  );

/** How a version is named, chosen and refused. */
export const versionRules: readonly VerifyRule[] = [
  {
    id: 'unknown-version-accepted',
    level: 'error',
    summary: 'A version that does not exist is refused with a 4xx status.',
    find: ({ kind, answer: { status }, named }) =>
      kind === 'unknown-version' && status < 400
        ? [`version "${named}" does not exist and is answered with ${status}.`]
        : [],
  },
  {
    id: 'version-not-required',
    level: 'error',
    summary: 'A request that names no version is refused unless the API has a default version.',
    find: ({ kind, api, operation, answer: { status } }) =>
      kind === 'no-version' && status < 400 && unnamedVersion(api, operation) === null
        ? [`a request that names no version is answered with ${status}, but the API has no default version.`]
        : [],
  },
  {
    id: 'default-version-refused',
    level: 'error',
    summary: 'A request without a version is answered by the default version.',
    find: ({ kind, api, operation, body, answer: { status } }) => {
      const version = unnamedVersion(api, operation);
      if (kind !== 'no-version' || version === null || body.kind !== 'json') return [];
      const { code } = Object(body.value) as { readonly code?: unknown };
      return status === 404 && typeof code === 'string' && code.startsWith('api-version-')
        ? [`a request without a version is refused with ${status}; version ${version} is the default.`]
        : [];
    },
  },
  {
    id: 'refusal-versions-wrong',
    level: 'error',
    summary:
      'A refused version comes with `supportedVersions` where the contract declares them, and they are those of the address.',
    find: ({ kind, api, operation, body, media, answer: { status } }) => {
      if (
        kind !== 'unknown-version' ||
        status !== 404 ||
        operation.server !== 'svckit' ||
        body.kind !== 'json' ||
        !isObject(body.value)
      )
        return [];
      const { properties } = operation.of.schemas.view(media?.['schema']);
      if (properties['supportedVersions'] === undefined) return [];
      const listed = body.value['supportedVersions'];
      const served = api.family(operation).flatMap((one) => versionOf(one) ?? []);
      const names = Array.isArray(listed) ? (listed as readonly unknown[]).map(String) : [];
      const missing = served.filter((version) => !names.includes(version));
      return missing.length === 0
        ? []
        : [
            `the refusal of an unknown version lists ${names.join(', ') || 'no versions'}, without ${missing.join(', ')}.`,
          ];
    },
  },
  {
    id: 'vary-missing',
    level: 'error',
    summary:
      'Answers vary on the header that names the version, so that caches keep versions apart; not those that an application gives alike in every version.',
    find: ({ kind, operation, answer: { headers, status } }) => {
      const name = operation.of.scheme?.vary;
      if (!name || versionOf(operation) === null || kind === 'options' || status >= 500) return [];
      if (operation.server === 'relayed' && !declaresVary(operation)) return [];
      const listed = (headers['vary'] ?? '').split(',').map((one) => one.trim().toLowerCase());
      return listed.includes('*') || listed.includes(name.toLowerCase())
        ? []
        : [`Vary is ${headers['vary'] ? `"${headers['vary']}"` : 'missing'}; it must name ${name}.`];
    },
  },
  {
    id: 'version-echo-wrong',
    level: 'error',
    summary: 'API-Version names the version that answers, and API-Supported-Versions has it.',
    find: ({ kind, api, operation, declared, isOfOperation, answer: { headers } }) => {
      const version = kind === 'no-version' ? unnamedVersion(api, operation) : versionOf(operation);
      if (version === null || !isOfOperation) return [];
      const promised = new Set(Object.keys(objectAt(declared?.response['headers'])).map((name) => name.toLowerCase()));
      const listed = (name: string) => (headers[name] ?? '').split(',').map((one) => one.trim());
      const echoed = headers['api-version'];
      const isDeprecated = operation.lifecycle.since !== null;
      return [
        ...(promised.has('api-version') && echoed !== undefined && echoed !== version
          ? [`API-Version is "${echoed}", not "${version}".`]
          : []),
        ...(promised.has('api-supported-versions') && !listed('api-supported-versions').includes(version)
          ? [
              `API-Supported-Versions is ${headers['api-supported-versions'] === undefined ? 'missing' : `"${headers['api-supported-versions']}", without "${version}"`}.`,
            ]
          : []),
        ...(promised.has('api-deprecated-versions') &&
        headers['api-deprecated-versions'] !== undefined &&
        operation.server === 'svckit' &&
        listed('api-deprecated-versions').includes(version) !== isDeprecated
          ? [
              `API-Deprecated-Versions is "${headers['api-deprecated-versions']}"; version ${version} is ${isDeprecated ? '' : 'not '}deprecated.`,
            ]
          : []),
      ];
    },
  },
];
