import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import { parseDate, readableDate, readDay } from '../text/date.js';
import { readLink } from '../text/link.js';

/** A date as written, and what it means: a day number, and ISO 8601. Both are null when the text is not a date. */
export interface WrittenDate {
  readonly text: string;
  readonly day: number | null;
  readonly iso: string | null;
}

/** The deprecation and sunset date of an operation, a parameter or a property. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly since: WrittenDate | null;
  readonly sunset: WrittenDate | null;
}

/** What an operation says besides. */
export interface OperationLifecycle extends Lifecycle {
  /** The page about the deprecation. */
  readonly link: string | null;
  /** In their order, in ISO 8601; those without dates are left out. */
  readonly brownouts: readonly { readonly from: string; readonly to: string }[];
}

/** Reads `deprecated`, `x-deprecated-since` and `x-sunset`, also under the names that a contract lock gives them. */
export function readLifecycle(node: JsonObject): Lifecycle {
  return {
    deprecated: node['deprecated'] === true,
    since: readWrittenDate(node['x-deprecated-since'] ?? node['x-svc-since']),
    sunset: readWrittenDate(node['x-sunset'] ?? node['x-svc-sunset']),
  };
}

/** Reads everything that an operation says of its deprecation; `resolve` follows references. */
export function readOperationLifecycle(
  node: JsonObject,
  resolve: (value: Json | undefined) => JsonObject,
): OperationLifecycle {
  return {
    ...readLifecycle(node),
    link: readLink(node['x-svc-link'] ?? documentedLink(node, resolve)),
    brownouts: listAt(node['x-brownouts']).flatMap((written) => {
      const [from, to] = [isoTime(objectAt(written)['from']), isoTime(objectAt(written)['to'])];
      return from === null || to === null ? [] : [{ from, to }];
    }),
  };
}

/** A deprecation as a contract lock has it; the dates are ISO 8601. */
export function lockedLifecycle({
  since,
  sunset,
  link,
}: Readonly<Record<'since' | 'sunset' | 'link', string | null>>): JsonObject {
  return {
    deprecated: true,
    ...(since && { 'x-svc-since': readableDate(since), 'x-deprecated-since': readableDate(since) }),
    ...(sunset && { 'x-svc-sunset': readableDate(sunset), 'x-sunset': readableDate(sunset) }),
    ...(link && { 'x-svc-link': link }),
  };
}

function readWrittenDate(value: Json | undefined): WrittenDate | null {
  if (value === undefined || value === null) return null;
  const text = textAt(value) ?? JSON.stringify(value);
  const day = readDay(text);
  return { text, day, iso: day === null ? null : new Date(text).toISOString() };
}

const isoTime = (value: Json | undefined) => parseDate(value)?.toISOString() ?? null;

/** The link in the example of the `Link` header of an answer. */
function documentedLink(node: JsonObject, resolve: (value: Json | undefined) => JsonObject): string | null {
  for (const response of Object.values(objectAt(node['responses'])))
    for (const [name, header] of Object.entries(objectAt(resolve(response)['headers']))) {
      const example = name.toLowerCase() === 'link' && isObject(header) ? textAt(header['example']) : null;
      const found = /<([^>]*)>[^,]*;\s*rel="deprecation"/.exec(example ?? '')?.[1];
      if (found !== undefined) return found;
    }
  return null;
}

/** Where a lock records the level that its configuration gives to what breaks by the letter alone. */
export const letterMark = 'x-svc-by-the-letter';
