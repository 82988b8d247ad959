import { isObject } from '../../json/json.js';
import type { VerifyRule } from './rule.js';

export const retirementIncomplete: VerifyRule = {
  id: 'retirement-incomplete',
  level: 'error',
  summary: 'A 410 says api-version-retired and names the version, and leads to the successor where there is one.',
  find: ({ api, operation, answer: { status, headers }, body, isOfOperation }) => {
    if (status !== 410 || operation.server !== 'svckit' || !isOfOperation || operation.lifecycle.sunset === null)
      return [];
    const told = body.kind === 'json' && isObject(body.value) ? body.value : {};
    const hasSuccessor = api.siblings(operation).some(({ lifecycle }) => !lifecycle.deprecated);
    return [
      ...(body.kind === 'json' && told['code'] !== 'api-version-retired'
        ? ['the 410 lacks code "api-version-retired".']
        : []),
      ...(body.kind === 'json' && told['version'] !== undefined && told['version'] !== operation.of.version
        ? [`the 410 speaks of version ${JSON.stringify(told['version'])}.`]
        : []),
      ...(hasSuccessor && !/rel="?successor-version"?/.test(headers['link'] ?? '')
        ? ['the 410 has no Link with rel="successor-version".']
        : []),
    ];
  },
};
