import type { ApiDocOptions } from '../../routing/declare/api-doc-options.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { buildParameters } from './build-parameters.js';
import { buildResponses } from './build-responses.js';
import { describeOperation } from './describe-operation.js';
import type { OperationContext } from './document-settings.js';
import type { Operation, RequestBody } from './open-api.js';
import { UndescribableSchemaError } from './undescribable-schema-error.js';
import { humanise } from './words.js';

/** One route as an operation of a document. */
export function buildOperation(route: Route, context: OperationContext): Operation {
  const { doc, deprecation, access, tags } = route;
  const parameters = buildParameters(route, context);
  const body = buildBody(route, context);
  return {
    operationId: route.operationId,
    summary: doc.summary ?? summaryOf(route),
    description: describeOperation(route, context),
    tags,
    ...((deprecation || doc.deprecated) && { deprecated: true as const }),
    ...(deprecation && { 'x-deprecated-since': deprecation.since }),
    ...(deprecation?.sunset && { 'x-sunset': deprecation.sunset }),
    ...(access.kind === 'roles' && { 'x-required-roles': access.roles, security: [{ bearer: [] }] }),
    ...(access.kind === 'public' && { security: [] }),
    ...(doc.externalDocs && { externalDocs: doc.externalDocs }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: buildResponses(route, context),
  };
}

/** A handler named by one word says too little without its tag. */
function summaryOf({ handler, tags }: Route): string {
  const name = humanise(handler.method);
  return name.includes(' ') || !tags[0] ? name : `${tags[0]}: ${name.toLowerCase()}`;
}

function buildBody({ schemas, doc: { rawBody } }: Route, context: OperationContext): RequestBody | null {
  if (!schemas.body) return rawBody ? buildRawBody(rawBody) : null;
  const schema = context.describe(schemas.body, 'input');
  const example = context.example(schema);
  const optional = acceptsAbsence(schemas.body);
  return {
    required: !optional,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function buildRawBody({ mediaTypes, description }: NonNullable<ApiDocOptions['rawBody']>): RequestBody {
  return {
    ...(description !== undefined && { description }),
    required: true,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}])),
  };
}

/** Told from the schema's own description: asking it to parse nothing would run the service's code. */
function acceptsAbsence(schema: unknown): boolean {
  const { _zod, _def } = schema as {
    readonly _zod?: { readonly optin?: string };
    readonly _def?: { readonly typeName?: string };
  };
  return _zod ? _zod.optin === 'optional' : _def?.typeName === 'ZodOptional' || _def?.typeName === 'ZodDefault';
}

/** Names the handler in an error about one of its schemas. */
export function withHandler<T>(route: Route, role: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UndescribableSchemaError)) throw error;
    throw new UndescribableSchemaError(
      error.what,
      `${handlerName(route)}() ${role}${error.place === '' ? '' : `, ${error.place},`}`,
    );
  }
}
