import type { JsonSchema } from '../describe/json-schema.js';
import { isNode } from '../describe/walk-schema.js';

/** The member whose constants tell the options of a union apart; null where none does. */
export function discriminatorOf(options: readonly JsonSchema[]): string | null {
  const [first, ...others] = options.map(constantsOf);
  for (const [name, values] of first ?? []) {
    const seen = new Set(values);
    const isTold = others.every((other) => {
      const own = other.get(name);
      return own?.every((value) => !seen.has(value) && seen.add(value)) ?? false;
    });
    if (isTold) return name;
  }
  return null;
}

/** The required members of an object that list their values. */
function constantsOf({ properties, required = [] }: JsonSchema): ReadonlyMap<string, readonly unknown[]> {
  const members = Object.entries(isNode(properties) ? properties : {}).flatMap(([name, member]) => {
    const { const: value, enum: values = value === undefined ? null : [value] } = member as JsonSchema;
    return Array.isArray(values) && (required as readonly string[]).includes(name) ? [[name, values] as const] : [];
  });
  return new Map(members);
}
