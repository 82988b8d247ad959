import type { DeclaredReshape, Hop } from '../../changes/hop.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import { membersOf, valuesOf } from './changed-operations.js';
import { exampleOf } from './example-of.js';

/** Newer values that an older version shows as one. */
export interface Merge {
  readonly found: DeclaredReshape;
  /** `status of Order`, `Status` */
  readonly place: string;
  readonly older: unknown;
  readonly newer: readonly unknown[];
  /** Every newer value of the enum. */
  readonly all: readonly unknown[];
}

/** Every older value of a version that stands for several newer ones. */
export function mergesOf(hop: Hop): readonly Merge[] {
  return hop.reshapes.flatMap((found) => {
    const { trees, after, before, down } = found.reshape;
    if (!down) return [];
    const name = nameOfSchema(trees.after, hop) ?? 'a schema';
    const lower = down as (value: unknown) => unknown;
    const own = valuesOf(trees.after);
    if (own)
      return grouped(own, (value) => attempt(() => lower(value))).map((one) => ({
        ...one,
        found,
        place: name,
        all: own,
      }));
    const example = exampleOf(after) as object | undefined;
    if (typeof example !== 'object' || example === null) return [];
    const olderEnums = membersOf(before).filter(([, member]) => valuesOf(member));
    return membersOf(after).flatMap(([member, schema]) => {
      const values = valuesOf(schema);
      if (!values) return [];
      return olderEnums.flatMap(([older]) => {
        const shown = (value: unknown) => attempt(() => memberOf(lower({ ...example, [member]: value }), older));
        const groups = grouped(values, shown);
        const isConstant = older !== member && new Set(values.map(shown)).size === 1;
        return isConstant ? [] : groups.map((one) => ({ ...one, found, place: `${member} of ${name}`, all: values }));
      });
    });
  });
}

/** The values that have one older value, where there are several. */
function grouped(values: readonly unknown[], shown: (value: unknown) => unknown) {
  const groups = new Map<unknown, unknown[]>();
  for (const value of values) {
    const older = shown(value);
    if (older !== undefined) groups.set(older, [...(groups.get(older) ?? []), value]);
  }
  return [...groups].flatMap(([older, newer]) => (newer.length > 1 ? [{ older, newer }] : []));
}

/** A change may fail on an example, which `svc laws` reports. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export const memberOf = (owner: unknown, name: string) =>
  typeof owner === 'object' && owner !== null ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;
