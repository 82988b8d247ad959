import { objectAt } from '../../json/json.js';
import { unnamedVersion, versionOf } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const versionEchoWrong: VerifyRule = {
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
};
