import type { Json, JsonObject } from '../../../json/json.js';

/** Turns the boolean `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0 into the numbers of 3.1. */
export function normalizeBounds(keywords: JsonObject): JsonObject {
  if (typeof keywords['exclusiveMinimum'] !== 'boolean' && typeof keywords['exclusiveMaximum'] !== 'boolean')
    return keywords;
  const result: Record<string, Json | undefined> = { ...keywords };
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
