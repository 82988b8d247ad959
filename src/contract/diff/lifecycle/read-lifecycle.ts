import { textAt, type Json, type JsonObject } from '../../../json/json.js';
import { readDay } from '../../../text/date.js';

/** A date as written, and the day it means; the day is null when the text is not a date. */
export interface WrittenDate {
  readonly text: string;
  readonly day: number | null;
}

/** The deprecation and sunset date of an operation, a parameter or a property. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly since: WrittenDate | null;
  readonly sunset: WrittenDate | null;
}

/** Reads `deprecated`, `x-deprecated-since` and `x-sunset`, also under the names that a contract lock gives them. */
export function readLifecycle(node: JsonObject): Lifecycle {
  return {
    deprecated: node['deprecated'] === true,
    since: readWrittenDate(node['x-deprecated-since'] ?? node['x-svc-since']),
    sunset: readWrittenDate(node['x-sunset'] ?? node['x-svc-sunset']),
  };
}

function readWrittenDate(value: Json | undefined): WrittenDate | null {
  if (value === undefined || value === null) return null;
  const text = textAt(value) ?? JSON.stringify(value);
  return { text, day: readDay(text) };
}
