import { pathParameters } from '../../routing/table/path.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { OperationContext } from './operation-context.js';
import { previewField } from '../../text/preview-field.js';
import { objectMembers } from './object-members.js';
import type { JsonSchema, Parameter } from './open-api.js';

/** Header names that OpenAPI 3.1 reserves: it ignores such parameters (section 4.8.12.2). */
const reserved = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation, but for the one that names the version. */
export interface OwnParameters {
  readonly declared: readonly Parameter[];
  /** Those that svckit itself reads. */
  readonly added: readonly Parameter[];
}

/** The path, query, header and cookie parameters of an operation, and those that svckit itself reads. */
export function buildParameters(route: Route, context: OperationContext): OwnParameters {
  const declared = [
    ...pathPart(route, context),
    ...membersOf('query', route, context),
    ...membersOf('header', route, context),
    ...membersOf('cookie', route, context),
  ];
  const added = [...idempotencyParameter(route), ...lastEventParameter(route)];
  return { declared: without(declared, added), added };
}

/** Every parameter of an operation: the one that names the version takes the place of a declared one. */
export function withVersionParameter(
  { declared, added }: OwnParameters,
  named: Parameter | null,
): readonly Parameter[] {
  return named ? [...without(declared, [named]), named, ...added] : [...declared, ...added];
}

function without(parameters: readonly Parameter[], taken: readonly Parameter[]): readonly Parameter[] {
  const keys = new Set(taken.map(keyOf));
  return keys.size === 0 ? parameters : parameters.filter((parameter) => !keys.has(keyOf(parameter)));
}

const keyOf = ({ in: place, name }: Parameter) => `${place} ${place === 'header' ? name.toLowerCase() : name}`;

function pathPart(route: Route, context: OperationContext): Parameter[] {
  const declared = new Map(membersOf('path', route, context).map((parameter) => [parameter.name, parameter]));
  const schema = { type: 'string', minLength: 1 };
  return pathParameters(route.path).map(
    (name) =>
      declared.get(name) ?? {
        name,
        in: 'path',
        description: `The ${name} in the path.`,
        required: true,
        schema,
        example: 'text',
      },
  );
}

const parts = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const;

function membersOf(place: Parameter['in'], { schemas }: Route, context: OperationContext): Parameter[] {
  const schema = schemas[parts[place]];
  if (!schema) return [];
  return objectMembers(context.describe(schema, 'input'), context.resolve)
    .filter(({ name }) => place !== 'header' || !reserved.has(name.toLowerCase()))
    .map(({ name, schema: member, required }) => toParameter(name, place, member, required, context));
}

type MarkedSchema = JsonSchema & {
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
};

function toParameter(
  name: string,
  place: Parameter['in'],
  member: JsonSchema,
  required: boolean,
  context: OperationContext,
): Parameter {
  const {
    description,
    deprecated,
    examples: _examples,
    'x-deprecated-since': since,
    'x-sunset': sunset,
    ...schema
  } = member as MarkedSchema;
  // Viewers send examples, so an optional parameter gets declared examples only.
  const example = required || place === 'path' ? context.examples.of(member) : context.examples.given(member);
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...((required || place === 'path') && { required: true }),
    ...(deprecated === true && { deprecated }),
    ...(since !== undefined && { 'x-deprecated-since': since }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    schema,
    ...(example !== undefined && { example }),
  };
}

/** The parameter that names the previews which are on. */
export function previewParameter({ previews }: Route): Parameter[] {
  if (!previews) return [];
  const field = previews.join(', ');
  return [
    {
      name: previewField,
      in: 'header',
      description: 'The previews that are on for the request, in any order.',
      required: true,
      schema: { type: 'string', const: field },
      example: field,
    },
  ];
}

function idempotencyParameter({ idempotency }: Route): Parameter[] {
  if (!idempotency) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Identifies this call: repeating it with the same key returns the stored response and does nothing again.',
      required: idempotency.required,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      ...(idempotency.required && { example: '8e03978e-40d5-43e8-bc93-6894a57f9324' }),
    },
  ];
}

function lastEventParameter({ responses, status }: Route): Parameter[] {
  if (responseDetail(responses[status] ?? null).stream !== 'events') return [];
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event that was received, to continue after it.',
      required: false,
      schema: { type: 'string' },
    },
  ];
}
