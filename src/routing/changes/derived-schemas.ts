import type { $ZodType } from 'zod/v4/core';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import { joinWords } from '../../text/join-words.js';
import { idOf, rootOf } from '../../schema/identity.js';
import { childrenOf, definitionOf } from '../../schema/zod-tree.js';
import { handlerName } from '../table/route.js';
import type { Change } from '../../changes/change.js';
import type { Crossing } from './crossings.js';
import { type Direction, type Hop, hopInWords } from '../../changes/hop.js';
import type { Reshape } from '../../changes/reshape.js';

type Shape = Readonly<Record<string, $ZodType>>;

/** A reshaped object, and the members that its change removes, renames or retypes. */
interface ChangedObject {
  readonly reshape: Reshape;
  readonly change: Change;
  readonly shape: Shape;
  readonly changed: readonly string[];
  /** The older shape has nothing that this one lacks. */
  readonly onlyAdds: boolean;
}

/**
 * Objects made from a reshaped one (`User.partial()`, `.pick()`, `.extend()`) that still have a member which the change takes
 * from the older versions, and that no change reshapes.
 */
export function unchangedDerivatives(crossings: readonly Crossing[]): readonly BootProblem[] {
  const problems = new Map<$ZodType, BootProblem>();
  const owners = ownersOfMembers(crossings);
  for (const [hop, own] of groupByHop(crossings)) {
    const isShared = (name: string, member: $ZodType) =>
      owners.get(memberRoot(member))?.some((owner) => shapeOf(owner)![name] && !hop.find(owner)) ?? false;
    const objects = changedObjects(hop).filter(({ shape, changed }) =>
      changed.some((name) => isShared(name, shape[name]!)),
    );
    if (objects.length === 0) continue;
    const seen = { up: new Set<$ZodType>(), down: new Set<$ZodType>() };
    for (const crossing of own)
      for (const { schema, direction } of crossing.uses)
        for (const object of objectsIn(schema, hop, seen[direction])) {
          const found = objects.find((original) => isDerived(object, original, direction));
          if (found && !problems.has(rootOf(object))) problems.set(rootOf(object), report(crossing, object, found));
        }
  }
  return [...problems.values()];
}

function groupByHop(crossings: readonly Crossing[]): ReadonlyMap<Hop, readonly Crossing[]> {
  const groups = new Map<Hop, Crossing[]>();
  for (const crossing of crossings) {
    const group = groups.get(crossing.hop);
    if (group) group.push(crossing);
    else groups.set(crossing.hop, [crossing]);
  }
  return groups;
}

/** The objects that have each member, in any version: most members are in one object alone, which settles a version at once. */
function ownersOfMembers(crossings: readonly Crossing[]): ReadonlyMap<$ZodType, readonly $ZodType[]> {
  const owners = new Map<$ZodType, $ZodType[]>();
  const schemas = new Set(crossings.flatMap(({ uses }) => uses.map(({ schema }) => schema)));
  for (const schema of schemas) {
    for (const member of Object.values(shapeOf(schema) ?? {})) {
      const known = owners.get(memberRoot(member));
      if (known) known.push(schema);
      else owners.set(memberRoot(member), [schema]);
    }
    for (const child of childrenOf(schema)) schemas.add(child);
  }
  return owners;
}

function changedObjects(hop: Hop): readonly ChangedObject[] {
  return hop.reshapes.flatMap(({ reshape, change }) => {
    const [shape, older] = [shapeOf(reshape.trees.after), shapeOf(reshape.trees.before)];
    // What a newer version changes too is overtaken, and reported as that.
    if (!shape || hop.newer.some((newer) => newer.find(reshape.trees.after))) return [];
    const isKept = (name: string) => isOneMember(shape[name], older?.[name]);
    const changed = Object.keys(shape).filter((name) => !isKept(name));
    const onlyAdds = older !== null && Object.keys(older).every(isKept);
    return changed.length > 0 ? [{ reshape, change, shape, changed, onlyAdds }] : [];
  });
}

/** The objects in a schema that the version leaves as they are; skips what `seen` has. */
function objectsIn(schema: $ZodType, hop: Hop, seen: Set<$ZodType>): readonly $ZodType[] {
  const queue = [schema];
  const objects: $ZodType[] = [];
  for (const current of queue) {
    if (seen.has(current) || hop.find(current)) continue;
    seen.add(current);
    if (shapeOf(current)) objects.push(current);
    queue.push(...childrenOf(current));
  }
  return objects;
}

/**
 * At least half of the smaller object's members are those of the other, and so is one of the changed members. A request that may
 * also have a new member does older clients no harm.
 */
function isDerived(
  object: $ZodType,
  { shape: original, changed, onlyAdds }: ChangedObject,
  direction: Direction,
): boolean {
  const shape = shapeOf(object)!;
  const isShared = (name: string) => isOneMember(shape[name], original[name]);
  const smaller = Math.min(Object.keys(shape).length, Object.keys(original).length);
  const isHarmless = (name: string) => direction === 'up' && onlyAdds && shape[name]!._zod.optin !== undefined;
  if (!changed.some((name) => isShared(name) && !isHarmless(name))) return false;
  return Object.keys(shape).filter(isShared).length * 2 >= smaller;
}

const isOneMember = (one: $ZodType | undefined, other: $ZodType | undefined) =>
  one !== undefined && other !== undefined && memberRoot(one) === memberRoot(other);

const memberRoot = (member: $ZodType) => rootOf(unwrap(member));

/** A member without `optional` and `nullable`, which `partial()` and the like add. */
function unwrap(schema: $ZodType): $ZodType {
  const def = definitionOf(schema);
  return def.type === 'optional' || def.type === 'nullable' ? unwrap(def.innerType as $ZodType) : schema;
}

const shapes = new WeakMap<$ZodType, Shape>();

function shapeOf(schema: $ZodType): Shape | null {
  const def = definitionOf(schema);
  if (def.type !== 'object') return null;
  const known = shapes.get(schema);
  if (known) return known;
  const shape = Object.assign(Object.create(null) as Shape, def.shape);
  shapes.set(schema, shape);
  return shape;
}

function report(
  { hop, own }: Crossing,
  schema: $ZodType,
  { reshape, change, shape, changed }: ChangedObject,
): BootProblem {
  const kept = changed.filter((name) => isOneMember(shapeOf(schema)![name], shape[name]));
  const name = idOf(schema) ?? 'An object without an id';
  const original = nameOfSchema(reshape.trees.after, hop) ?? 'the schema';
  return problem(
    'derived-schema-unchanged',
    `${name}, which ${handlerName(own)} uses, shares ${joinWords(kept, 'and')} with ${original}, and "${change.title}" of ${hopInWords(hop)} changes ${original} only.`,
    `Reshape it in version ${hop.version} too, or give it members of its own.`,
    { source: reshape.source() ?? change.source(), handler: handlerName(own) },
  );
}
