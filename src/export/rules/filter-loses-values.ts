import type { $ZodType } from 'zod/v4/core';
import { problem } from '../../report/boot-problem.js';
import type { Crossing } from '../../routing/changes/crossings.js';
import type { DeclaredReshape, Hop } from '../../routing/changes/hop.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import { olderOperation } from '../../routing/changes/older-operations.js';
import { nameOfSchema } from '../../routing/changes/schema-name.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { bareOf, crossingsIn, membersOf, valuesOf } from './changed-operations.js';
import { exampleCall, exampleOf } from './example-of.js';
import { atRoute, type Rule } from './rule.js';

/** Who filters by a value that stands for several has to find all of them. */
export const filterLosesValues: Rule = {
  id: 'filter-loses-values',
  severity: 'warning',
  summary: 'A filter by an older value that stands for several newer ones finds all of them.',
  find: (context) => {
    const crossings = crossingsIn(context);
    const merged = new Map([...new Set(crossings.map(({ hop }) => hop))].map((hop) => [hop, mergesOf(hop)]));
    return crossings.flatMap((crossing) => merged.get(crossing.hop)!.flatMap((merge) => lostIn(crossing, merge)));
  },
};

/** Newer values that an older version shows as one. */
interface Merge {
  readonly found: DeclaredReshape;
  /** `status of Order`, `Status` */
  readonly place: string;
  readonly older: unknown;
  readonly newer: readonly unknown[];
  /** Every newer value of the enum. */
  readonly all: readonly unknown[];
}

function lostIn(
  { hop, own, newer, older, operation }: Crossing,
  { found, place, older: value, newer: several, all }: Merge,
) {
  const filters = membersOf(newer.schemas.query).filter(([, member]) => isSame(valuesOf(member), all));
  return filters.flatMap(([name]) => {
    const asked = membersOf(older.schemas.query).find(([, member]) => valuesOf(member)?.includes(value));
    if (!asked) return [];
    const query = { ...(exampleOf(older.schemas.query) as object), [asked[0]]: isMany(asked[1]) ? [value] : value };
    const { up: raise, lookUps = [] } = olderOperation(newer, hop, operation).passage ?? {};
    const calls: Calls = { of: () => exampleCall(hop.previous, lookUps[0] ?? null) };
    const raised = attempt(() => memberOf(raise ? raise({ ...nothing, query }, calls).query : query, name));
    const given = raised === undefined ? several : [raised].flat();
    const lost = several.filter((one) => !given.includes(one));
    if (lost.length === 0) return [];
    const { change, reshape } = found;
    return [
      problem(
        'filter-loses-values',
        `The change "${change.title}" of version ${hop.version} shows ${listed(several)} as ${listed([value])} in ${place}, and the query of ${older.method} ${older.path} in version ${hop.previous} filters by ${asked[0]}: whoever asks for ${listed([value])} does not find ${listed(lost)}.`,
        `Let ${name} take several values, and return all of them in up: [${several.map((one) => JSON.stringify(one)).join(', ')}].`,
        { ...atRoute(own), source: reshape.source() ?? change.source() },
      ),
    ];
  });
}

const nothing: RequestParts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };

const listed = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join(' and ');

function mergesOf(hop: Hop): readonly Merge[] {
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
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const memberOf = (owner: unknown, name: string) =>
  typeof owner === 'object' && owner !== null ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

const isMany = (tree: $ZodType) => definitionOf(bareOf(tree)).type === 'array';

const isSame = (left: readonly unknown[] | null, right: readonly unknown[]) =>
  left !== null && left.length === right.length && left.every((one) => right.includes(one));
