import { type $ZodType, safeParse } from 'zod/v4/core';
import { acceptOf, undecided } from '../schema/accept.js';
import { rootOf } from '../schema/identity.js';
import { isRefusedByType } from '../schema/type-failure.js';
import { definitionOf } from '../schema/zod-tree.js';
import { lastWordOf } from './last-word.js';
import { Parsed, withParsed } from './parsed-values.js';
import { isContainer, originOf, remember } from './origins.js';
import { blameChanges } from './change-error.js';
import { type Issue, madeBy, Refusal } from './refusal.js';
import type { Hop } from './hop.js';

/** Makes a value complete before the next change gets it. */
export type Settle = (value: unknown, isParsed: boolean) => unknown;

/**
 * What a change's older schema does with a value: with a request of that very version, all that stands above what the same
 * version changed inside it; with what an older change made, its defaults and transforms. What it refuses of the latter
 * passes: the newest schema decides.
 */
export function settling(schema: $ZodType, hop: Hop): Settle {
  let complete: ((value: unknown) => unknown) | null = null;
  let fill: ((value: unknown) => unknown) | null = null;
  return (value, isParsed) => {
    if (!isParsed) return (fill ??= filling(schema, hop))(value);
    if (!hop.touches(schema)) return value;
    return (complete ??= completing(schema, hop))(value);
  };
}

/** What newer changes are inside is read without what stands above them, which is left to the newest schema. */
const wholeIn = (hop: Hop) => (member: $ZodType) => !hop.newer.some((newer) => newer.touches(rootOf(member)));

function completing(schema: $ZodType, hop: Hop) {
  const accept = acceptOf(schema);
  const word = lastWordOf(schema, [hop], 'reshaped', wholeIn(hop));
  return (value: unknown): unknown => {
    if (accept && accept(value) !== undecided) return value;
    const { success, data, error } = safeParse(word, originOf(value) ? value : new Parsed(value));
    if (success) return data;
    const issues = error.issues as unknown as readonly Issue[];
    blameChanges(issues);
    throw new Refusal(issues);
  };
}

function filling(schema: $ZodType, hop: Hop) {
  const hasWhole = wholeIn(hop);
  const def = definitionOf(schema);
  if (def.type !== 'object') return (value: unknown) => value;
  const members = Object.entries(def.shape as Readonly<Record<string, $ZodType>>).map(([name, member]) => ({
    name,
    accept: acceptOf(member),
    word: lastWordOf(member, hop.earlier, 'anywhere', hasWhole),
    isWhole: hasWhole(member),
  }));
  return (value: unknown): unknown => {
    if (!isContainer(value)) return value;
    const given = withParsed(value, false) as Readonly<Record<string, unknown>>;
    const filled: Record<string, unknown> = {};
    const parsed = new Set<string>();
    const settled = new Set<string>();
    for (const { name, accept, word, isWhole } of members) {
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      if (own instanceof Parsed || (accept && accept(own) !== undecided)) continue;
      const { success, data, error } = parseNow(word, own);
      if (success) {
        (isWhole ? settled : parsed).add(name);
        if (data !== own) filled[name] = data;
      } else if (error) blameFor(error.issues as unknown as readonly Issue[], value, name);
    }
    if (settled.size + parsed.size === 0) return value;
    const maker = originOf(value)?.maker ?? null;
    const origin = { from: value, isParsed: false, schema, lineage: null, parsed, settled, maker };
    return remember({ ...value, ...filled }, origin);
  };
}

/** An asynchronous refinement runs with the newest schema alone. */
function parseNow(schema: $ZodType, value: unknown) {
  try {
    return safeParse(schema, value);
  } catch {
    return { success: false, data: undefined, error: undefined } as const;
  }
}

function blameFor(issues: readonly Issue[], owner: object, name: string): void {
  const maker = originOf(owner)?.maker ?? null;
  blameChanges(
    issues.filter(isRefusedByType).map((issue) => ({
      ...issue,
      message: `"${name}": ${issue.message}`,
      [madeBy]: issue[madeBy] === undefined ? maker : issue[madeBy],
    })),
  );
}
