import { problem, type Problem } from '../../report/problem.js';
import { joinWords } from '../../text/join-words.js';
import { idOf, isSameSchema } from '../../schema/identity.js';
import { isZod } from '../../schema/zod-tree.js';
import { requestParts } from '../matching/route-steps.js';
import { responseDetail } from '../table/responses.js';
import { handlerName, type Route } from '../table/route.js';
import { compareVersions, isVersion } from '../versioning/versions.js';
import type { Change } from './change.js';
import type { Versions } from './define-versions.js';
import type { Hop } from './hop.js';
import type { Reshape } from './reshape.js';

/** Every problem with the listed versions and their changes, given the routes of the API. */
export function checkChanges(
  versions: Versions,
  routes: readonly Route[],
  newest: ReadonlyMap<Route, Route>,
): readonly Problem[] {
  const hops = versions.names.length > 1 ? versions.hopsBetween(versions.newest, versions.names[0]!) : [];
  return [
    ...outOfOrder(versions),
    ...hops.flatMap(changedTwice),
    ...missingDirections(versions, routes, newest),
    ...neutralRoutes(hops, routes),
  ];
}

const titled = ({ title }: Change) => `The change "${title}"`;

function outOfOrder({ names }: Versions): Problem[] {
  const invalid = names.filter((version) => !isVersion(version));
  const sorted = names.toSorted(compareVersions);
  return [
    ...invalid.map((version) =>
      problem(
        'invalid-version',
        `versioning.versions lists ${JSON.stringify(version)}.`,
        "A version is one path segment of letters, digits, '.', '_', '~' and '-'.",
      ),
    ),
    ...(names.every((version, index) => version === sorted[index])
      ? []
      : [
          problem(
            'versions-out-of-order',
            `versioning.versions lists ${joinWords(names, 'and')}.`,
            `List the oldest first: ${sorted.join(', ')}.`,
          ),
        ]),
  ];
}

function changedTwice({ changes, version }: Hop): Problem[] {
  const seen: { readonly reshape: Reshape; readonly change: Change }[] = [];
  const problems: Problem[] = [];
  for (const change of changes)
    for (const reshape of change.reshapes) {
      const first = seen.find((other) => isSameSchema(other.reshape.after, reshape.after));
      seen.push({ reshape, change });
      if (first)
        problems.push(
          problem(
            'schema-changed-twice',
            `Version ${version} changes the schema ${idOf(reshape.after) ?? 'without an id'} twice, in "${first.change.title}" and in "${change.title}".`,
            "Base the second change on the first one's before: reshape(first.before, …).",
            { source: reshape.source() ?? change.source() },
          ),
        );
    }
  return problems;
}

/** A request needs `up`, an answer needs `down`. */
function missingDirections(versions: Versions, routes: readonly Route[], newest: ReadonlyMap<Route, Route>): Problem[] {
  const problems = new Map<string, Problem>();
  for (const route of routes) {
    if (route.version === null) continue;
    const own = newest.get(route)!;
    for (const hop of versions.hopsBetween(own.version!, route.version))
      for (const [direction, what, schemas] of usesOf(own))
        for (const schema of schemas)
          for (const { reshape, change } of hop.reshapesIn(versions.schemaOf(schema, hop.version, own.version!)))
            if (reshape[direction] === null) {
              const id = `change-without-${direction}`;
              problems.set(
                `${id} ${change.id} ${handlerName(route)}`,
                problem(
                  id,
                  `${titled(change)} of version ${hop.version} has no ${direction} for ${idOf(reshape.after) ?? 'a schema'}, which ${what} ${handlerName(own)} ${direction === 'up' ? 'take' : 'hold'}.`,
                  `Add ${direction}: (value) => … to its reshape.`,
                  { source: reshape.source() ?? change.source(), handler: handlerName(own) },
                ),
              );
            }
  }
  return [...problems.values()];
}

function usesOf({ schemas, responses }: Route) {
  const parts = (Object.keys(requestParts) as (keyof typeof requestParts)[]).map((part) => schemas[part] as unknown);
  const answers = Object.values(responses).map((entry) => responseDetail(entry).schema as unknown);
  return [
    ['up', 'requests to', parts.filter(isZod)],
    ['down', 'answers of', answers.filter(isZod)],
  ] as const;
}

function neutralRoutes(hops: readonly Hop[], routes: readonly Route[]): Problem[] {
  const neutral = routes.filter(({ version }) => version === null);
  return neutral.flatMap((route) => {
    const touching = hops.find((hop) =>
      usesOf(route).some(([, , schemas]) => schemas.some((schema) => hop.touches(schema))),
    );
    if (!touching) return [];
    const change = touching.changes.find(({ reshapes }) => reshapes.length > 0)!;
    return [
      problem(
        'neutral-route-changed',
        `${handlerName(route)} is served in every version, and "${change.title}" of version ${touching.version} changes a schema that it uses.`,
        'Declare versions on the route, or give it its own schema.',
        { source: route.source, handler: handlerName(route) },
      ),
    ];
  });
}
