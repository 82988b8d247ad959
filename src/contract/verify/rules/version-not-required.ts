import { unnamedVersion } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const versionNotRequired: VerifyRule = {
  id: 'version-not-required',
  level: 'error',
  summary: 'A request without a version is refused where there is no default version.',
  find: ({ kind, api, operation, answer: { status } }) =>
    kind === 'no-version' && status < 400 && unnamedVersion(api, operation) === null
      ? [`a request without a version is answered with ${status}, and there is no default version.`]
      : [],
};
