import { type $ZodType, safeParse } from 'zod/v4/core';
import type { Versions } from '../known-versions.js';
import { lastWordOf } from '../last-word.js';

/** A request of an older version: parsed by its own schema, on the way up, and by the newest schema's last word. */
export function readOlder(versions: Versions, schema: $ZodType, value: unknown, version: string) {
  const hops = versions.hopsBetween(versions.live, version);
  const parsed = safeParse(
    hops.reduce((current, hop) => hop.olderBare(current), schema),
    value,
  );
  return parsed.success ? safeParse(lastWordOf(schema, hops), versions.up(schema, parsed.data, version)) : parsed;
}
