import { unnamedVersion } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const defaultVersionRefused: VerifyRule = {
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
};
