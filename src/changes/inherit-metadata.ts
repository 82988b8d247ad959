import { type $ZodType, clone, globalRegistry } from 'zod/v4/core';
import { pictureSides, withSides } from '../schema/foreign/library-pipe.js';
import { idOf, standFor } from '../schema/identity.js';
import { definitionOf } from '../schema/zod-tree.js';

/** The newer schema where it was found, and as the change names it. */
interface Newer {
  readonly site: $ZodType;
  readonly after: $ZodType;
}

/** The older schema, with the newer one's name and description where it has none; a list is not described as what holds one. */
export function inheritMetadata(
  before: $ZodType,
  { site, after }: Newer,
  olderExamples: (examples: unknown) => unknown,
): $ZodType {
  const sides = pictureSides(before);
  const newer = { site: describedSide(site), after: describedSide(after) };
  if (!sides) return inherit(before, newer, olderExamples);
  const [input, output] = sides.map((side) => inherit(side, newer, olderExamples));
  return standFor(withSides(before, input!, output!), before);
}

/** What another library says about a schema is on its sides. */
const describedSide = (schema: $ZodType) => pictureSides(schema)?.[1] ?? schema;

function inherit(before: $ZodType, { site, after }: Newer, olderExamples: (examples: unknown) => unknown): $ZodType {
  if (isList(before) !== isList(after)) return before;
  const [atSite, newer = {}, older = {}] = [site, after, before].map((schema) => globalRegistry.get(schema));
  const said = Object.fromEntries(
    Object.entries(atSite ?? {}).filter(([name, value]) => newer[name as keyof typeof newer] !== value),
  );
  const { examples = olderExamples((atSite as { examples?: unknown })?.examples) } = older as { examples?: unknown };
  const id = idOf(before) ?? idOf(site);
  const meta = {
    ...newer,
    ...older,
    ...said,
    ...(id !== undefined && { id }),
    ...(examples !== undefined && { examples }),
  };
  if (examples === undefined) delete (meta as { examples?: unknown }).examples;
  if (Object.keys(meta).length === 0) return before;
  const copy = standFor(clone(before, definitionOf(before) as never), before);
  globalRegistry.add(copy as never, meta as never);
  return copy;
}

const isList = (schema: $ZodType) => definitionOf(schema).type === 'array';
