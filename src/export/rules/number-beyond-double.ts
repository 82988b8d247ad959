import { type $ZodType, globalRegistry } from 'zod/v4/core';
import type { DeclaredReshape, Direction, Hop } from '../../changes/hop.js';
import { bareOf, memberSchema } from '../../changes/lineage.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import { limitsOf } from '../../schema/zod-limits.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { exampleOf } from './example-of.js';
import { attempt } from './merged-values.js';
import { readPaths } from './read-paths.js';
import type { Rule } from './rule.js';

/** What a function reads is a number of JavaScript; what it passes on keeps its digits. */
export const numberBeyondDouble: Rule = {
  id: 'number-beyond-double',
  severity: 'warning',
  summary: 'No function of a change reads an integer that JavaScript may round, in front of an application.',
  // A service parses numbers itself; an application behind its changes gets the digits that were sent.
  find: ({ routes, versioning }) => {
    const versions = versioning?.versions;
    if (!versions || !routes.some(({ relayed }) => relayed)) return [];
    return versions
      .hopsBetween(versions.newest, versions.names[0]!)
      .flatMap((hop) =>
        hop.reshapes.flatMap((found) =>
          (['down', 'up'] as const).flatMap((direction) => readIn(hop, found, direction)),
        ),
      );
  },
};

function readIn(hop: Hop, { reshape, change }: DeclaredReshape, direction: Direction): readonly BootProblem[] {
  const { names, moves, trees } = reshape;
  const convert = reshape[direction] as ((value: unknown) => unknown) | null;
  // What only gives names passes everything on.
  if (!convert || !names.includes(null) || moves.length > 0) return [];
  const [schema, tree] = direction === 'down' ? [reshape.after, trees.after] : [reshape.before, trees.before];
  const example = exampleOf(schema);
  const read = readPaths(structuredClone(example), (value) => void attempt(() => convert(value)));
  const beyond = read.filter((path) => isBeyondDouble(schemaAt(tree, path)));
  return [...new Set(beyond.map(nameOfPath))].map((place) =>
    problem(
      'number-beyond-double',
      `The change "${change.title}" of version ${hop.version} reads ${place} of ${nameOfSchema(trees.after, hop) ?? 'a schema'} on the way ${direction}, an integer that may be beyond 2^53: JavaScript reads 1192715994825625601 as 1192715994825625600.`,
      'Pass it on with the rest, as ({ title, ...rest }) => ({ ...rest, … }) does, or give it another name with renamed(): both keep its digits.',
      { source: reshape.source() ?? change.source(), change: change.id },
    ),
  );
}

const schemaAt = (schema: $ZodType, path: readonly string[]): $ZodType | undefined =>
  path.reduce<$ZodType | undefined>((current, name) => current && memberSchema(current, name), schema);

const nameOfPath = (path: readonly string[]) =>
  path.map((name, index) => (/^\d+$/.test(name) ? '[]' : `${index > 0 ? '.' : ''}${name}`)).join('');

const formats: ReadonlySet<unknown> = new Set(['int64', 'uint64']);

/** Whether a schema takes integers that are no safe ones, by its format or by its bounds. */
function isBeyondDouble(schema: $ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const bare = bareOf(schema);
  const { type } = definitionOf(bare);
  if (type !== 'number') return false;
  if ([schema, bare].some((one) => formats.has(globalRegistry.get(one)?.['format']))) return true;
  const { minimum, maximum } = limitsOf(bare);
  return [minimum, maximum].some((bound) => bound !== null && Math.abs(Number(bound.value)) > Number.MAX_SAFE_INTEGER);
}
