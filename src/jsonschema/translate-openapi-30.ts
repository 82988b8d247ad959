import { textAt, type Json, type JsonObject } from '../json/json.js';

/** Whether a document is of OpenAPI 3.0, which ignores what stands beside a `$ref` and does not know `$id`. */
export function isOpenApi30(root: JsonObject): boolean {
  return textAt(root['openapi'])?.startsWith('3.0') ?? false;
}

/**
 * The keywords of a schema object as OpenAPI 3.1 writes them: `nullable` becomes a type, if there is a type (OpenAPI 3.0.4, section 4.7.24.1), and
 * a boolean `exclusiveMinimum` or `exclusiveMaximum` a number. The same object where there is nothing to translate.
 */
export function translateOpenApi30(schema: JsonObject): JsonObject {
  const { nullable, exclusiveMinimum, exclusiveMaximum } = schema;
  if (nullable === undefined && typeof exclusiveMinimum !== 'boolean' && typeof exclusiveMaximum !== 'boolean')
    return schema;
  const { nullable: _, ...result }: Record<string, Json | undefined> = schema;
  if (nullable === true && result['type'] !== undefined)
    result['type'] = [...new Set([result['type'], 'null'].flat())] as readonly Json[];
  makeNumeric(result, 'exclusiveMinimum', 'minimum');
  makeNumeric(result, 'exclusiveMaximum', 'maximum');
  return result;
}

function makeNumeric(keywords: Record<string, Json | undefined>, exclusive: string, inclusive: string): void {
  if (typeof keywords[exclusive] !== 'boolean') return;
  const strict = keywords[exclusive];
  delete keywords[exclusive];
  if (!strict || keywords[inclusive] === undefined) return;
  keywords[exclusive] = keywords[inclusive];
  delete keywords[inclusive];
}
