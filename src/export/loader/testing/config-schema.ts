import { versioningTypes } from '../../../routing/versioning/versioning.js';

const text = { type: 'string', minLength: 1 } as const;
const closed = { type: 'object', additionalProperties: false } as const;
const date = { type: 'string', description: 'ISO 8601 in UTC; a date alone is midnight.' } as const;

const deprecated = {
  ...closed,
  description: 'When the version was deprecated, and when it goes.',
  required: ['since'],
  properties: {
    since: date,
    sunset: date,
    link: { ...text, description: 'A page about it.' },
    brownouts: {
      description: 'Times before the sunset in which it answers 503.',
      oneOf: [
        {
          type: 'array',
          items: { ...closed, required: ['from', 'to'], properties: { from: date, to: date } },
        },
        {
          ...closed,
          required: ['days'],
          properties: { days: { type: 'integer', minimum: 1, maximum: 90 }, growing: { type: 'boolean' } },
        },
      ],
    },
  },
};

const paths = {
  type: 'string',
  pattern: '^/.*[^/]$',
  description: "The path that the version's own paths are below, such as /v1.",
};

const document = {
  description: 'A file, relative to this one, or a command that prints the document.',
  oneOf: [
    text,
    { ...closed, required: ['file'], properties: { file: text, deprecated, paths } },
    { ...closed, required: ['command'], properties: { command: text, deprecated, paths } },
  ],
};

const versioning = {
  description: 'How requests name a version; found out where the documents show it.',
  oneOf: versioningTypes.map(({ name, optionNames, rule, example }) => ({
    ...closed,
    required: ['type', ...Object.keys(optionNames).filter((option) => option in example)],
    properties: {
      type: { const: name },
      ...Object.fromEntries(
        Object.keys(optionNames).map((option) => [option, { type: 'string', description: rule.summary }]),
      ),
      defaultVersion: { oneOf: [text, { type: 'array', items: text }] },
      sunset: { enum: ['announce', 'refuse'] },
    },
  })),
};

const verify = {
  ...closed,
  description: 'How svc verify tries a running service.',
  properties: {
    seeds: {
      ...closed,
      properties: {
        values: { type: 'object', description: 'Values that exist, by parameter or by operation and parameter.' },
        links: {
          type: 'array',
          items: { ...closed, required: ['from', 'take', 'to'], properties: { from: text, take: text, to: text } },
        },
      },
    },
    ignore: {
      type: 'array',
      description: 'Differences between two builds that are meant.',
      items: { ...closed, required: ['at', 'reason'], properties: { operation: text, at: text, reason: text } },
    },
  },
};

/** The JSON Schema of svc.config.yaml, for editors. */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'svc.config.yaml',
  description: 'An API that OpenAPI documents describe, for svc.',
  ...closed,
  oneOf: [{ required: ['versions'] }, { required: ['document'] }],
  properties: {
    title: { ...text, description: 'For pages; by default that of the newest document.' },
    versions: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z0-9._~-]+$' },
      additionalProperties: document,
      description: 'The document of each version.',
    },
    document,
    versioning,
    lifecycle: {
      ...closed,
      properties: {
        minNotice: { type: 'integer', minimum: 0, description: 'Days between deprecation and sunset, at least.' },
        evidence: { type: 'boolean', description: 'Whether a version goes only with the evidence of svc retire.' },
      },
    },
    byTheLetter: {
      enum: ['info', 'warning', 'error'],
      description: 'The level of what breaks by the letter alone; info by default.',
    },
    verify,
    consumers: {
      ...closed,
      description: 'Who uses the API.',
      properties: {
        api: { type: 'string', pattern: '\\S', description: 'The name that files of consumers have.' },
        audience: { enum: ['public', 'partners', 'internal'] },
        policy: { const: 'known' },
        maxAge: { type: 'string', pattern: '^\\d{1,5}[dw]$', description: 'How old a file may be: 30d.' },
      },
    },
  },
};
