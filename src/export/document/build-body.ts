import type { BodyForm, BodyKind, FormOf } from '../../routing/declare/bodies.js';
import type { ApiDocOptions } from '../../routing/declare/route-facts.js';
import type { FileField } from '../../routing/declare/files.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Route } from '../../routing/table/route.js';
import { joinWords } from '../../text/join-words.js';
import { objectMembers } from './object-members.js';
import type { JsonSchema, MediaType, RequestBody } from './open-api.js';
import type { OperationContext } from './operation-context.js';
import { acceptsAbsence } from '../../schema/describe/read-json-schema.js';

/** What a route takes as its body; null for nothing. */
export function buildBody(
  { schemas, body: form, doc: { rawBody } }: Route,
  context: OperationContext,
): RequestBody | null {
  if (form === null) return rawBody ? buildRawBody(rawBody) : null;
  const build = builders[form.kind as keyof typeof builders] as (facts: Facts<BodyForm>) => Built;
  const { media, required, description } = build({ form, schema: schemas.body ?? null, context });
  return {
    ...(description !== undefined && { description }),
    required,
    content: Object.fromEntries(form.mediaTypes.map((mediaType) => [mediaType, media])),
  };
}

function buildRawBody({ mediaTypes, description }: NonNullable<ApiDocOptions['rawBody']>): RequestBody {
  return {
    ...(description !== undefined && { description }),
    required: true,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}])),
  };
}

interface Facts<Form extends BodyForm> {
  readonly form: Form;
  readonly schema: Schema | null;
  readonly context: OperationContext;
}

interface Built {
  readonly media: MediaType;
  readonly required: boolean;
  readonly description?: string;
}

/** A body of several media types is one of an application, whose document has it. */
const builders: { readonly [Kind in Exclude<BodyKind, 'several'>]: (facts: Facts<FormOf<Kind>>) => Built } = {
  json: described,
  form: described,
  text: () => ({ media: { schema: { type: 'string' } }, required: true }),
  bytes: () => ({ media: { schema: { type: 'string', format: 'binary' } }, required: true }),
  ndjson: (facts) => ({
    ...described(facts),
    required: false,
    description: 'JSON values, one a line; the schema is that of each.',
  }),
  multipart: buildMultipart,
};

function described({ schema, context }: Facts<BodyForm>): Built {
  const described = schema ? context.describe(schema, 'input') : {};
  const example = context.examples.of(described);
  return {
    media: { schema: described, ...(example !== undefined && { example }) },
    required: !schema || !acceptsAbsence(schema),
  };
}

function buildMultipart({ form: { files, maxBytes }, schema, context }: Facts<FormOf<'multipart'>>): Built {
  const fields = schema ? objectMembers(context.describe(schema, 'input'), context.resolve) : [];
  const entries = Object.entries(files);
  const required = [
    ...fields.filter((field) => field.required).map(({ name }) => name),
    ...entries.filter(([, { optional }]) => !optional).map(([name]) => name),
  ];
  // A list separated by commas (OpenAPI 3.1, section 4.8.15.1).
  const types = entries.flatMap(([name, { mediaTypes }]) =>
    mediaTypes ? [[name, { contentType: mediaTypes.join(', ') }] as const] : [],
  );
  return {
    media: {
      schema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(fields.map((field) => [field.name, field.schema])),
          ...Object.fromEntries(entries.map(([name, file]) => [name, describeFile(file)])),
        },
        ...(required.length > 0 && { required }),
      },
      ...(types.length > 0 && { encoding: Object.fromEntries(types) }),
    },
    required: required.length > 0,
    description: `At most ${sizeOf(maxBytes)} in all.`,
  };
}

/** `format: binary` is what viewers offer a file input for. */
function describeFile({ mediaTypes, maxBytes, max, stream }: FileField): JsonSchema {
  const types = mediaTypes ? ` of ${joinWords(mediaTypes, 'or')}` : '';
  const last = stream ? ' It is the last part of the body.' : '';
  const one = { type: 'string', format: 'binary' };
  if (max > 1)
    return {
      type: 'array',
      items: one,
      maxItems: max,
      description: `Up to ${max} files${types}, each at most ${sizeOf(maxBytes)}.`,
    };
  return { ...one, description: `A file${types}, at most ${sizeOf(maxBytes)}.${last}` };
}

/** `10 MiB`, or bytes where that is not a round number. */
function sizeOf(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}
