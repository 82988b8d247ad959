import type { Header, Reference } from './open-api.js';

const text = { type: 'string' } as const;

/** Response headers that mean the same wherever they are sent. */
export const sharedHeaders = {
  'API-Deprecated-Versions': {
    description: 'The versions of this path that are deprecated.',
    schema: text,
    example: '1',
  },
  'API-Supported-Versions': { description: 'The versions that this path has.', schema: text, example: '1, 2' },
  'Idempotent-Replayed': {
    description: 'Sent when this is the stored answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  RateLimit: {
    description: 'How much is left, and for how many seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
    example: '"default";r=59;t=42',
  },
  'RateLimit-Policy': {
    description: 'How many requests a window of so many seconds admits.',
    schema: text,
    example: '"default";q=60;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  Vary: { description: 'The request headers that this answer depends on.', schema: text, example: 'Accept' },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110, section 11.6.1).',
    schema: text,
    example: 'Bearer',
  },
} as const satisfies Readonly<Record<string, Header>>;

export type SharedHeader = keyof typeof sharedHeaders;

/** Where operations refer to. */
export const headerReferences = Object.fromEntries(
  Object.keys(sharedHeaders).map((name) => [name, Object.freeze({ $ref: `#/components/headers/${name}` })]),
) as Readonly<Record<SharedHeader, Reference>>;
