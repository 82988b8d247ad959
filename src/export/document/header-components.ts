import type { Header, Reference } from './open-api.js';

const text = { type: 'string' } as const;

/** Response headers with the same meaning in every operation. */
export const headerComponents = {
  'API-Deprecated-Versions': {
    description: 'The versions of this path that are deprecated.',
    schema: text,
    example: '1',
  },
  'API-Supported-Versions': { description: 'The versions of this path.', schema: text, example: '1, 2' },
  'API-Version': { description: 'The version of this response.', schema: text, example: '2' },
  'Idempotent-Replayed': {
    description: 'Present when this is the stored response of an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  RateLimit: {
    description: 'The requests left, and the seconds until the window resets (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
    example: '"default";r=59;t=42',
  },
  'RateLimit-Policy': {
    description: 'The requests that each window allows, and its length in seconds.',
    schema: text,
    example: '"default";q=60;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  Vary: { description: 'The request headers that this response depends on.', schema: text, example: 'Accept' },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110, section 11.6.1).',
    schema: text,
    example: 'Bearer',
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderComponent = keyof typeof headerComponents;

/** The references that operations use. */
export const headerReferences = Object.fromEntries(
  Object.keys(headerComponents).map((name) => [name, Object.freeze({ $ref: `#/components/headers/${name}` })]),
) as Readonly<Record<HeaderComponent, Reference>>;
