import type { $ZodType } from 'zod/v4/core';
import { type BootProblem, problem, type Source } from '../../report/boot-problem.js';
import { isSameSchema } from '../../schema/identity.js';
import { joinWords } from '../../text/join-words.js';
import { NEXT } from '../../text/version-order.js';
import { groupBy } from '../../text/group-by.js';
import { handlerName } from '../table/route.js';
import type { Crossing } from './crossings.js';
import { type FrozenConstant, frozenOf } from '../../changes/frozen.js';
import { type FrozenDifference, frozenDifferences } from '../../changes/frozen-differences.js';
import { type DeclaredReshape, type Direction, type Hop, hopInWords } from '../../changes/hop.js';
import type { Lens } from '../../lens/known-lens.js';
import { hopsOfLens } from '../../lens/lens-hops.js';
import { hopsOfPayload } from '../../webhooks/declare/payload-hops.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import type { Versions } from '../../changes/known-versions.js';
import { nameOfSchema } from '../../changes/schema-name.js';

/** A change of a released version that names a schema as handlers use it, which a newer version changes. */
export interface Unfrozen {
  readonly hop: Hop;
  readonly named: DeclaredReshape;
  readonly newer: Hop;
  /** Whether the newer version changes the schema itself, so that the change finds it no more. */
  readonly isLost: boolean;
}

/** What the changes of released versions name and nothing has frozen, where a newer version changes it. */
export function unfrozenIn(versions: Versions): readonly Unfrozen[] {
  return findUnfrozen([...versions.above, ...versions.hopsBetween(versions.live, versions.names[0]!)]);
}

/** As above; `hops` are newest first. */
function findUnfrozen(hops: readonly Hop[]): readonly Unfrozen[] {
  return hops
    .filter(({ version, preview }) => version !== NEXT && preview === null)
    .flatMap((hop) =>
      hop.reshapes.flatMap((named): readonly Unfrozen[] => {
        const { after } = named.declared.trees;
        if (named.reshape.trees.after !== after || isChained(after, hop)) return [];
        const [changing] = hop.newer.filter((newer) => newer.find(after)).slice(-1);
        if (changing) return [{ hop, named, newer: changing, isLost: true }];
        const [inside] = hop.newer.filter((newer) => newer.touches(after)).slice(-1);
        return inside ? [{ hop, named, newer: inside, isLost: false }] : [];
      }),
    );
}

/** Whether a schema is what a newer change, or one of the same version, leads to. */
const isChained = (schema: $ZodType, { newer, reshapes }: Hop) =>
  [...newer.flatMap((hop) => hop.reshapes), ...reshapes].some(({ declared, reshape }) =>
    [declared, reshape].some(({ trees }) => isSameSchema(trees.before, schema)),
  );

/** A change that is lost keeps a service from starting; one whose types may be those of a newer version does not. */
export function unfrozenProblem(unfrozen: Unfrozen, isServed: boolean): BootProblem {
  const { hop, newer, isLost } = unfrozen;
  const { change, declared } = unfrozen.named;
  const name = nameOfSchema(declared.trees.after, hop) ?? 'a schema';
  const found = newer.find(declared.trees.after)?.change ?? newer.reshapesIn(declared.trees.after)[0]!.change;
  return problem(
    'change-not-frozen',
    isLost
      ? `The change "${change.title}" of version ${hop.version} names ${name}, and "${found.title}" of ${hopInWords(newer)} changes it, so the older change finds it no more.`
      : `The change "${change.title}" of version ${hop.version} names ${name}, and "${found.title}" of ${hopInWords(newer)} changes what it holds, so its types are those of ${hopInWords(newer)}.`,
    isServed
      ? `Run svc release ${hop.version} --freeze-only, which writes ${name} as version ${hop.version} had it${isLost ? `, or name the .before of what "${found.title}" declares` : ''}.`
      : `Name ${name} as version ${hop.version} had it: ${isLost ? `the .before of what "${found.title}" declares, or ` : ''}frozen('${name}', …).`,
    { source: declared.source() ?? change.source(), change: change.id, severity: isLost ? 'error' : 'warning' },
  );
}

/** What is wrong with the frozen constants that operations meet. */
export function frozenProblems(crossings: readonly Crossing[]): readonly BootProblem[] {
  const met = new Map<DeclaredReshape, Map<Direction, Crossing>>();
  for (const crossing of crossings)
    for (const { schema, direction } of crossing.uses)
      for (const found of crossing.hop.reshapesIn(schema)) {
        if (!frozenOf(found.declared.trees.after)) continue;
        const ways = met.get(found) ?? new Map<Direction, Crossing>();
        met.set(found, ways.has(direction) ? ways : ways.set(direction, crossing));
      }
  return differingProblems(
    [...met].flatMap(([found, ways]) =>
      [...ways].map(([direction, { hop, own }]) => ({
        found,
        hop,
        direction,
        schema: `the schema that ${handlerName(own)} uses${placed(own.source)}`,
        isServed: true,
      })),
    ),
  );
}

/** What is wrong with the frozen constants on the ways of stored values, which go up and down. */
export function frozenProblemsOfLens(lens: Lens): readonly BootProblem[] {
  const schema = `the schema of the lens ${lens.name}${placed(lens.source())}`;
  return differingProblems(
    hopsOfLens(lens).flatMap(({ hop, reshapes }) =>
      reshapes
        .filter(({ declared }) => frozenOf(declared.trees.after))
        .flatMap((found) =>
          (['up', 'down'] as const).map((direction) => ({ found, hop, direction, schema, isServed: false })),
        ),
    ),
  );
}

/** What is wrong with the frozen constants on the ways of events, which go down. */
export function frozenProblemsOfPayload(webhook: Webhook, versions: Versions): readonly BootProblem[] {
  const schema = `the payload of the webhook ${webhook.name}${placed(webhook.source())}`;
  return differingProblems(
    hopsOfPayload(webhook, versions).flatMap(({ hop, reshapes }) =>
      reshapes
        .filter(({ declared }) => frozenOf(declared.trees.after))
        .map((found) => ({ found, hop, direction: 'down' as const, schema, isServed: false })),
    ),
  );
}

/** A frozen constant on the way of a value. */
interface Meeting {
  readonly found: DeclaredReshape;
  readonly hop: Hop;
  readonly direction: Direction;
  /** Whose value it is, in words. */
  readonly schema: string;
  /** Whether `svc change` drafts what its lock and its schema differ by: it knows operations. */
  readonly isServed: boolean;
}

function differingProblems(meetings: readonly Meeting[]): readonly BootProblem[] {
  const differing = meetings.flatMap((meeting) => {
    const { found, hop, direction } = meeting;
    const constant = frozenOf(found.declared.trees.after)!;
    const resolved = hop.asNamed(found.reshape.trees.after);
    return frozenDifferences(constant, resolved, direction).map((difference) => ({ ...meeting, difference }));
  });
  const byConstant = groupBy(differing, ({ difference }) => difference.constant);
  return [...byConstant].map(([constant, all]) => differs(constant, all));
}

interface Differing extends Meeting {
  readonly difference: FrozenDifference;
}

function differs(constant: FrozenConstant, all: readonly Differing[]): BootProblem {
  const { found, hop, schema, isServed } = all[0]!;
  const sentences = [...new Set(all.map(({ difference }) => difference.sentence))];
  const maker = hop.newer
    .flatMap((newer) => newer.reshapes)
    .findLast(({ reshape }) => isSameSchema(reshape.trees.before, found.reshape.trees.after));
  const place = maker
    ? `in what "${maker.change.title}" leads to${placed(maker.declared.source() ?? maker.change.source())}`
    : `in ${schema}`;
  return problem(
    'frozen-shape-differs',
    `${constant.id} is frozen for version ${hop.version}${placed(constant.source())}, and ${place}, ${joinWords(sentences, 'and')}.`,
    `Declare the difference in a change of a version after ${hop.version}, or keep the member as it was.${maker || !isServed ? '' : ' svc change drafts it.'}`,
    { source: constant.source() ?? found.declared.source(), change: maker?.change.id ?? null },
  );
}

const placed = (source: Source | null) => (source ? ` (${source.file}:${source.line})` : '');
