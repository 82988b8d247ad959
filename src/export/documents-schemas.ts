import { z } from 'zod';
import type { RouteSchemas } from '../routing/declare/route-schemas.js';
import { NotFound } from '../routing/table/problem-schemas.js';
import type { ResponseEntry } from '../routing/declare/response-entry.js';

const version = z
  .string()
  .optional()
  .meta({ description: 'A version of the API; without it, the default one.', examples: ['1'] });
const from = z
  .string()
  .optional()
  .meta({ description: 'An older version to compare with; without it, the one before.', examples: ['1'] });
const held = z.object({
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: 'Entity tags of stored responses; 304 if one of them is current.' }),
});
const vary = z
  .string()
  .meta({ description: 'The request headers that this response depends on.', examples: ['Accept-Encoding'] });
const etag = z
  .string()
  .meta({ description: 'Changes with the content (RFC 9110, section 8.8.3).', examples: ['"a1b2c3"'] });
const unknownVersion = { 404: { description: 'The version does not exist.', schema: NotFound } };
const unchanged = { description: 'The stored response is still current.', headers: { ETag: etag } };
const page = (description: string) => ({ description, mediaTypes: ['text/html'] });

const refusal = (versioned: boolean): Readonly<Record<number, ResponseEntry>> => (versioned ? unknownVersion : {});

/** The schemas of the document's route; without versions, it has no version parameter. */
export const documentSchemas = (versioned: boolean): RouteSchemas => ({
  ...(versioned && { query: z.object({ version }) }),
  headers: held,
  response: {
    200: {
      description: 'An OpenAPI 3.1 document.',
      schema: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) }),
      headers: { ETag: etag },
    },
    304: unchanged,
    ...refusal(versioned),
  },
});

const subject = {
  operation: z
    .string()
    .optional()
    .meta({ description: 'The operation that the page is about, as its links name it.', examples: ['get-users'] }),
  schema: z
    .string()
    .optional()
    .meta({ description: 'The schema that the page is about.', examples: ['User'] }),
};

/** The schemas of the page's route. */
export const pageSchemas = (versioned: boolean): RouteSchemas => ({
  query: z.object({ ...(versioned && { version, from }), ...subject }),
  response: {
    200: page('The page.'),
    404: { description: 'The version, the operation or the schema does not exist.', schema: NotFound },
  },
});

/** The schemas of the page of changes. */
export const changesSchemas = (versioned: boolean): RouteSchemas => ({
  ...(versioned && { query: z.object({ version, from }) }),
  response: { 200: page('The page.'), ...refusal(versioned) },
});

export const overviewSchemas = { response: { 200: page('The page.') } } satisfies RouteSchemas;
const file = z
  .string()
  .min(1)
  .meta({ description: 'The name of the file.', examples: ['page.css'] });

/** The schemas of the page's files; an authorization server returns to one that is a page. */
export const assetSchemas = (signsInElsewhere: boolean) =>
  ({
    params: z.object({ file }),
    headers: held,
    response: {
      200: {
        description: 'The file.',
        mediaTypes: ['text/css', ...(signsInElsewhere ? ['text/html'] : []), 'text/javascript'],
        headers: { ETag: etag, Vary: vary },
      },
      304: { ...unchanged, headers: { ETag: etag, Vary: vary } },
      404: { description: 'The file does not exist.', schema: NotFound },
    },
  }) satisfies RouteSchemas;

const operationName = z.string().meta({ description: 'The method and the path.' });

const pairedOperation = z.object({
  level: z.enum(['error', 'warning', 'info']).nullable().meta({
    description: 'How it concerns clients: an error is what they must change; null where only its address differs.',
  }),
  now: operationName.nullable().meta({ description: 'Its method and path in the version; null where it is gone.' }),
  anchor: z.string().meta({ description: 'Its place in the guide.' }),
  sunset: z.iso.datetime().nullable().meta({ description: 'When the older one leaves; null where no date is known.' }),
});

const versionPair = z
  .object({
    from: z.string().meta({ description: 'The version before.' }),
    to: z.string().meta({ description: 'The version.' }),
    guide: z.string().meta({ description: 'The page that says how to move, relative to this address.' }),
    operations: z.int().min(0).meta({ description: 'How many operations the version before has.' }),
    added: z.array(operationName).meta({ description: 'The operations that only the version has.' }),
    changed: z
      .record(operationName, pairedOperation)
      .meta({ description: 'The operations that are gone, moved or different, by their older names.' }),
  })
  .meta({
    examples: [
      {
        from: '1',
        to: '2',
        guide: '../changes?version=2',
        operations: 14,
        added: ['GET /tags'],
        changed: {
          'GET /users': { level: 'error', now: 'GET /users', anchor: 'get-users', sunset: '2027-03-01T00:00:00.000Z' },
        },
      },
    ],
  });

/** The schemas of what a version changes for callers of the one before. */
export const pairSchemas = {
  params: z.object({
    version: z
      .string()
      .min(1)
      .meta({ description: 'A version of the API.', examples: ['2'] }),
  }),
  headers: held,
  response: {
    200: { description: 'What it changes.', schema: versionPair, headers: { ETag: etag, Vary: vary } },
    304: { ...unchanged, headers: { ETag: etag, Vary: vary } },
    404: { description: 'The version does not exist, or is the oldest.', schema: NotFound },
  },
} satisfies RouteSchemas;
