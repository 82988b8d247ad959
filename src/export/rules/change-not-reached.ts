import type { $ZodType } from 'zod/v4/core';
import { type Direction, type Hop, hopInWords } from '../../changes/hop.js';
import type { Versions } from '../../changes/known-versions.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import { type Unreached, unreachedIn } from '../../changes/unreached.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import { readableWebhooks } from '../../routing/table/check-webhooks.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { crossingsIn } from './changed-operations.js';
import { atRoute, routeName, type Rule } from './rule.js';

/** Older clients would get and send the newest shape there, and their documents would show it. */
export const changeNotReached: Rule = {
  id: 'change-not-reached',
  severity: 'error',
  summary:
    'Every place of a request, an answer, a webhook and a stored value that holds a changed schema is converted.',
  find: (context) => {
    const { definition, versioning } = context;
    const crossings = crossingsIn(context).flatMap((crossing) =>
      crossing.uses.flatMap(({ schema, direction }) =>
        placesIn(schema, crossing.hop, direction).map((place) =>
          notReached(
            place,
            crossing.hop,
            `${subjects[direction]} of ${routeName(crossing.own)}`,
            atRoute(crossing.own),
          ),
        ),
      ),
    );
    const versions = versioning?.versions;
    const payloads = versions
      ? readableWebhooks(definition).flatMap(({ name, payload, source }) =>
          alongHops(payload, hopsBelow(versions, versions.names[0]!), ['down']).map(([place, hop]) =>
            notReached(place, hop, `The payload of the webhook ${name}`, { source: source() }),
          ),
        )
      : [];
    const stored = readableLenses(definition).flatMap((lens) =>
      alongHops(lens.schema, hopsBelow(lens.versions, lens.shapes[0]!), ['up', 'down']).map(([place, hop]) =>
        notReached(place, hop, 'What a lens stores', { source: lens.source() }),
      ),
    );
    return [...crossings, ...payloads, ...stored];
  },
};

const subjects: Readonly<Record<Direction, string>> = { up: 'A request', down: 'An answer' };

const known = new WeakMap<Hop, Record<Direction, Map<$ZodType, readonly Unreached[]>>>();

/** Operations share most schemas. */
function placesIn(schema: $ZodType, hop: Hop, direction: Direction): readonly Unreached[] {
  const ofHop = known.get(hop) ?? { up: new Map(), down: new Map() };
  known.set(hop, ofHop);
  const places = ofHop[direction].get(schema) ?? unreachedIn(schema, hop, direction);
  ofHop[direction].set(schema, places);
  return places;
}

const hopsBelow = (versions: Versions, oldest: string) => versions.hopsBetween(versions.live, oldest);

function alongHops(schema: unknown, hops: readonly Hop[], directions: readonly Direction[]) {
  let tree = zodTreeOf(schema);
  const found: (readonly [Unreached, Hop])[] = [];
  for (const hop of hops) {
    if (tree === null) break;
    for (const direction of directions) found.push(...placesIn(tree, hop, direction).map((one) => [one, hop] as const));
    tree = hop.older(tree);
  }
  return found;
}

function notReached(
  { path, within, found }: Unreached,
  hop: Hop,
  subject: string,
  at: Partial<BootProblem>,
): BootProblem {
  const { change, reshape } = found;
  const name = nameOfSchema(reshape.trees.after, hop) ?? 'a schema';
  return problem(
    'change-not-reached',
    `${subject} holds ${name} in ${within}${path === '' ? '' : ` at ${path}`}, where the change "${change.title}" of ${hopInWords(hop)} does not convert it.`,
    `Use ${name} itself there, or write the older shape of the schema around it: reshape(…, { before, down, up }).`,
    { ...at, change: change.id },
  );
}
