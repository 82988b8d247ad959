import { declarationError } from '../wiring/load-session.js';
import { type RouteSchemas } from './route-schemas.js';
import { isSchema } from './schema.js';

const parts = ['params', 'query', 'headers', 'body'] as const;

/** What a verb or controller decorator was given as its path; the compiler keeps others out, but not in JavaScript. */
export function readPath(path: unknown): string {
  if (typeof path === 'string') return path;
  declarationError('invalid-path', `A decorator was given the path ${JSON.stringify(path) ?? String(path)}`, "Write text, such as @Get(':id').");
  return '';
}

/** The same for its schemas, if it was given any: the parts that are no schema are reported, and left out. */
export function readSchemas(given: readonly unknown[]): RouteSchemas {
  if (given.length === 0) return {};
  const [first] = given;
  if (typeof first !== 'object' || first === null) {
    declarationError('invalid-schema', `A decorator was given ${String(first)} for its schemas`, 'Write { params, query, headers, body, response }, and declare a constant that holds them above the class.');
    return {};
  }
  const schemas: { -readonly [Part in keyof RouteSchemas]: RouteSchemas[Part] } = { ...first };
  for (const part of parts) {
    if (schemas[part] === undefined || isSchema(schemas[part])) continue;
    refuse(`${part} is no schema`, `Write a Zod schema, such as ${part}: z.object({ … }).`);
    delete schemas[part];
  }
  if (!isResponse(schemas.response)) {
    refuse('response is neither a schema nor answers by status', 'Write response: { 200: User, 404: NotFound }.');
    delete schemas.response;
  }
  return schemas;
}

function refuse(what: string, fix: string): void {
  declarationError('invalid-schema', `A decorator was given schemas whose ${what}`, fix);
}

function isResponse(response: unknown): boolean {
  if (response === undefined || isSchema(response)) return true;
  if (typeof response !== 'object' || response === null) return false;
  return Object.entries(response).every(([status, entry]) => /^[1-5]\d\d$/.test(status) && typeof entry === 'object');
}
