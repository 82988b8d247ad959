import { unnamedVersion } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const versionNotRequired: VerifyRule = {
  id: 'version-not-required',
  level: 'error',
  summary: 'A request that names no version is refused unless the API has a default version.',
  find: ({ kind, api, operation, answer: { status } }) =>
    kind === 'no-version' && status < 400 && unnamedVersion(api, operation) === null
      ? [`a request that names no version is answered with ${status}, but the API has no default version.`]
      : [],
};
