import type { Check } from './check.js';

const none = { direction: 'none', area: 'paths' } as const;
const parameter = { direction: 'request', area: 'parameters' } as const;
const requestSchema = { direction: 'request', area: 'schema' } as const;
const responseSchema = { direction: 'response', area: 'schema' } as const;
const security = { direction: 'request', area: 'security' } as const;
const versioning = { direction: 'none', area: 'versioning', kind: 'versioning', action: 'change' } as const;

/** Checks that the shared table does not have: versioning, protection, moved and restyled parameters, the law of notice. */
export const ownChecks = {
  'api-default-version-added': { level: 'info', ...versioning, action: 'add' },
  'api-default-version-changed': { level: 'error', ...versioning },
  'api-route-became-version-neutral': { level: 'info', ...versioning },
  'api-route-became-version-specific': { level: 'error', ...versioning },
  'api-version-header-renamed': { level: 'error', ...versioning },
  'api-version-key-renamed': { level: 'error', ...versioning },
  'api-versioning-type-changed': { level: 'error', ...versioning },

  'api-became-protected': { level: 'warning', ...security, kind: 'requiredness', action: 'change' },
  'api-required-roles-narrowed': { level: 'error', ...security, kind: 'security', action: 'remove' },
  'api-required-roles-widened': { level: 'info', ...security, kind: 'security', action: 'add' },

  'api-removed-without-sunset': { level: 'error', ...none, kind: 'existence', action: 'remove' },
  'api-removed-with-short-notice': { level: 'error', ...none, kind: 'existence', action: 'remove' },
  'request-parameter-removed-without-sunset': { level: 'error', ...parameter, kind: 'existence', action: 'remove' },
  'request-parameter-removed-with-short-notice': { level: 'error', ...parameter, kind: 'existence', action: 'remove' },
  'request-property-sunset-deleted': { level: 'error', ...requestSchema, kind: 'lifecycle', action: 'remove' },
  'response-property-sunset-deleted': { level: 'error', ...responseSchema, kind: 'lifecycle', action: 'remove' },
  'request-property-sunset-date-changed-too-small': {
    level: 'error',
    ...requestSchema,
    kind: 'lifecycle',
    action: 'change',
  },
  'response-property-sunset-date-changed-too-small': {
    level: 'error',
    ...responseSchema,
    kind: 'lifecycle',
    action: 'change',
  },
  'request-parameter-deprecated-with-sunset': { level: 'info', ...parameter, kind: 'lifecycle', action: 'change' },

  'request-parameter-moved': { level: 'error', ...parameter, kind: 'existence', action: 'change' },
  'request-parameter-style-changed': { level: 'error', ...parameter, kind: 'structure', action: 'change' },
  'request-parameter-media-type-changed': { level: 'error', ...parameter, kind: 'type', action: 'change' },
  'request-path-parameter-renamed': { level: 'info', ...parameter, kind: 'existence', action: 'change' },
  'new-required-request-parameter-property': { level: 'error', ...parameter, kind: 'existence', action: 'add' },
  'new-optional-request-parameter-property': { level: 'info', ...parameter, kind: 'existence', action: 'add' },
  'request-parameter-property-removed': { level: 'warning', ...parameter, kind: 'existence', action: 'remove' },
  'request-parameter-property-became-required': {
    level: 'error',
    ...parameter,
    kind: 'requiredness',
    action: 'change',
  },
  'request-parameter-property-became-optional': { level: 'info', ...parameter, kind: 'requiredness', action: 'change' },

  'response-header-became-required': {
    level: 'info',
    direction: 'response',
    area: 'headers',
    kind: 'requiredness',
    action: 'change',
  },
  'callback-added': { level: 'info', ...none, kind: 'existence', action: 'add' },
  'callback-removed': { level: 'error', ...none, kind: 'existence', action: 'remove' },
} as const satisfies Readonly<Record<string, Check>>;
