import { declarationError } from '../../report/load-session.js';
import { didYouMean } from '../../text/nearest-name.js';
import { isBody } from './bodies.js';
import { partNames } from './request-parts.js';
import { type RouteSchemas } from './route-schemas.js';
import { isSchema } from '../../schema/standard-schema.js';
import { quote } from '../../text/quote.js';

const memberNames = [...partNames, 'response', 'status'];
const detailNames = ['description', 'schema', 'mediaTypes', 'headers'];

/** Reads the path given to a verb or controller decorator; JavaScript code can pass anything. */
export function readPath(path: unknown): string {
  if (typeof path === 'string') return path;
  declarationError('invalid-path', `A decorator was given the path ${quote(path)}`, "Write text, such as @Get(':id').");
  return '';
}

/** Reads the schemas given to a decorator; reports and leaves out parts that are not schemas. */
export function readSchemas(given: readonly unknown[]): RouteSchemas {
  if (given.length === 0) return {};
  const [first] = given;
  if (typeof first !== 'object' || first === null || isSchema(first)) {
    declarationError(
      'invalid-schema',
      `A decorator was given ${isSchema(first) ? 'one schema' : String(first)} for its schemas`,
      'Write { params, query, headers, cookies, body, response }. If they are in a constant, declare it above the class.',
    );
    return {};
  }
  const schemas: { -readonly [Part in keyof RouteSchemas]: RouteSchemas[Part] } = { ...first };
  for (const name of Object.keys(schemas).filter((own) => !memberNames.includes(own))) {
    const question = didYouMean(name, memberNames);
    if (question) refuse(`member ${name} is unknown`, question);
  }
  for (const part of partNames) {
    if (schemas[part] === undefined || isSchema(schemas[part]) || (part === 'body' && isBody(schemas.body))) continue;
    refuse(`${part} is not a schema`, `Write a schema, such as ${part}: z.object({ … }).`);
    delete schemas[part];
  }
  if (schemas.status !== undefined && !isStatus(schemas.status)) {
    refuse(`status is ${quote(schemas.status)}`, 'Write a success status, such as status: 202.');
    delete schemas.status;
  }
  if (!isResponse(schemas.response)) {
    refuse(
      'response is neither a schema nor a map of schemas by status',
      'Write response: { 200: User, 404: { description, schema, mediaTypes, headers } }.',
    );
    delete schemas.response;
  }
  return schemas;
}

function refuse(what: string, fix: string): void {
  declarationError('invalid-schema', `A decorator was given schemas whose ${what}`, fix);
}

export function isResponse(response: unknown): boolean {
  if (response === undefined || isSchema(response)) return true;
  if (typeof response !== 'object' || response === null) return false;
  return Object.entries(response).every(
    ([status, entry]) => isStatus(Number(status)) && (entry === null || isSchema(entry) || isDetail(entry)),
  );
}

export const isStatus = (status: unknown) =>
  Number.isInteger(status) && (status as number) >= 100 && (status as number) < 600;

/** An object with none of a detail's members is most likely a schema without its z.object(). */
function isDetail(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { schema } = entry as { readonly schema?: unknown };
  const names = Object.keys(entry);
  return (
    (schema === undefined || isSchema(schema)) &&
    (names.length === 0 || names.some((name) => detailNames.includes(name)))
  );
}
