import { operationChangesOf } from './operation.js';
import { operationsIn } from './operation-stage.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import { suggestName } from '../../text/nearest-name.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { injectableName } from '../../wiring/token.js';
import type { Binding } from '../table/binding.js';
import { isJson, responseDetail } from '../table/responses.js';
import { handlerName, type Route } from '../table/route.js';
import type { Change } from '../../changes/change.js';
import { isDeclaredBy } from './document-operation.js';
import { missingConverters } from './check-converters.js';
import { invalidOlderPaths } from './check-addresses.js';
import { invalidCollects } from './check-collect.js';
import { checkOrder } from './check-order.js';
import { sealedBodies } from './check-sealed.js';
import { frozenProblems, unfrozenIn, unfrozenProblem } from './check-frozen.js';
import { type Crossing, findCrossings, usesOf } from './crossings.js';
import { areOne } from '../../changes/frozen.js';
import { sharedWithNext } from '../previews/shared-with-next.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import type { Versions } from '../../changes/known-versions.js';
import { unchangedDerivatives } from './derived-schemas.js';
import { type Direction, type Hop, hopAsTitle, hopInWords } from '../../changes/hop.js';
import type { Reshape } from '../../changes/reshape.js';

/**
 * Every problem with the listed versions and their changes, given the routes of the API. A family is the routes of one handler,
 * the oldest version first.
 */
export function checkChanges(
  versions: Versions,
  routes: readonly Route[],
  families: readonly (readonly Route[])[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly BootProblem[] {
  const hops = versions.hopsBetween(versions.live, versions.names[0]!);
  // A schema that a preview changes too is reported as that.
  const shared = new Set(sharedWithNext(versions).map(({ other }) => other));
  const crossings = findCrossings(versions, families, bindings).filter(
    ({ hop }) => !hop.changes.some((change) => shared.has(change)),
  );
  return [
    ...checkOrder(versions),
    ...checkHops(hops, crossings, [...bindings.values()]),
    ...hops.flatMap((hop) => invalidOlderPaths(hop, [...bindings.values()])),
    ...missingConverters(versions, crossings),
    ...unchangeableAnswers(versions, crossings),
    ...invalidCollects(crossings),
    ...sealedBodies(routes),
    ...unfrozenIn(versions)
      .filter(({ isLost }) => isLost)
      .map((one) => unfrozenProblem(one, true)),
    ...frozenProblems(crossings),
    ...neutralRoutes(hops, routes),
  ];
}

/** What may be wrong with the changes of versions, and with those of previews. */
export function checkHops(
  hops: readonly Hop[],
  crossings: readonly Crossing[],
  bindings: readonly Binding[],
): readonly BootProblem[] {
  return [
    ...hops.flatMap(changedTwice),
    ...hops.flatMap(operatedTwice),
    ...hops.flatMap((hop) => unknownOperations(hop, bindings)),
    ...missingDirections(crossings),
    ...unchangedDerivatives(crossings),
  ];
}

function changedTwice(hop: Hop): BootProblem[] {
  const { changes } = hop;
  const seen: { readonly reshape: Reshape; readonly change: Change }[] = [];
  const problems: BootProblem[] = [];
  for (const change of changes)
    for (const reshape of change.reshapes) {
      const first = seen.find((other) => areOne(other.reshape.trees.after, reshape.trees.after));
      seen.push({ reshape, change });
      if (first)
        problems.push(
          problem(
            'schema-changed-twice',
            `${hopAsTitle(hop)} changes the schema ${nameOfSchema(reshape.trees.after, hop) ?? 'without an id'} twice, in "${first.change.title}" and in "${change.title}".`,
            "Base the second change on the first one's before: reshape(first.before, …).",
            { source: reshape.source() ?? change.source() },
          ),
        );
    }
  return problems;
}

/** The second would be lost. */
function operatedTwice(hop: Hop): BootProblem[] {
  const operations = operationsIn(hop);
  return operations.flatMap((operation, index) => {
    const { controller, handler, change, declaration } = operation;
    const first = operations
      .slice(0, index)
      .find((other) => other.handler === handler && other.controller() === controller());
    if (!first || first.declaration === declaration) return [];
    const titles = [...new Set([first.change.title, change.title])].map((title) => `"${title}"`);
    return [
      problem(
        'operation-changed-twice',
        `${hopAsTitle(hop)} changes the operation ${injectableName(controller())}.${handler} twice, in ${joinWords(titles, 'and in')}.`,
        'Write one operation(…) that says all of it, with a list in before for several older operations, or move one to the version that made it.',
        { source: change.source() },
      ),
    ];
  });
}

/** A misspelt operation would silently change nothing. An app may serve a part of the controllers. */
function unknownOperations(hop: Hop, bindings: readonly Binding[]): BootProblem[] {
  return hop.changes.flatMap((change) =>
    operationChangesOf(change).flatMap(({ controller, handler, operation }) => {
      const target = controller();
      const known = new Set(bindings.filter((one) => isDeclaredBy(target, one.target)).map(({ key }) => String(key)));
      if (known.has(handler) || (known.size === 0 && operation === null)) return [];
      return [
        problem(
          'unknown-operation',
          `The change "${change.title}" of ${hopInWords(hop)} names ${injectableName(target)}.${handler}, which is not served.`,
          known.size === 0
            ? "A service has the operations of its controllers. Write operation(() => BooksController, 'list', …)."
            : suggestName(handler, [...known]),
          { source: change.source() },
        ),
      ];
    }),
  );
}

const verbs: Readonly<Record<Direction, string>> = { up: 'requests to', down: 'answers of' };

/** A request needs `up`, an answer needs `down`. */
function missingDirections(crossings: readonly Crossing[]): BootProblem[] {
  const problems = new Map<string, BootProblem>();
  for (const { hop, own, uses } of crossings)
    for (const { schema, direction } of uses)
      for (const { reshape, change } of hop.reshapesIn(schema))
        if (reshape[direction] === null) {
          const id = `change-without-${direction}`;
          problems.set(
            `${id} ${change.id} ${handlerName(own)}`,
            problem(
              id,
              `The change "${change.title}" of ${hopInWords(hop)} has no ${direction} for ${nameOfSchema(reshape.trees.after, hop) ?? 'a schema'}, which ${verbs[direction]} ${handlerName(own)} ${direction === 'up' ? 'take' : 'hold'}.`,
              `Add ${direction}: (value) => … to its reshape.`,
              { source: reshape.source() ?? change.source(), handler: handlerName(own) },
            ),
          );
        }
  return [...problems.values()];
}

/** The handler returns such an answer as text or bytes, which the change of a schema that is no string cannot read. */
function unchangeableAnswers(versions: Versions, crossings: readonly Crossing[]): BootProblem[] {
  return crossings.flatMap(({ hop, own, operation }) => {
    // Which answers of an application changes can read, its document says.
    if (operation?.down || own.relayed) return [];
    return Object.values(own.responses).flatMap((entry) => {
      const { schema, mediaTypes = [], stream } = responseDetail(entry);
      const tree = zodTreeOf(schema);
      if (stream !== undefined || !tree || mediaTypes.length === 0 || mediaTypes.some(isJson)) return [];
      if (definitionOf(tree).type === 'string') return [];
      const found = hop.reshapesIn(versions.schemaOf(tree, hop.version, own.version!));
      return found.map(({ change }) =>
        problem(
          'unchangeable-answer',
          `The change "${change.title}" of version ${hop.version} changes the answers of ${handlerName(own)}, which are ${joinWords(mediaTypes, 'or')} and not JSON.`,
          `Convert them with operation(() => ${own.handler.controller}, '${own.handler.method}', { before: {}, down }), or keep a handler for the older versions with @Version({ until: '${hop.previous}' }).`,
          { source: own.source, handler: handlerName(own) },
        ),
      );
    });
  });
}

function neutralRoutes(hops: readonly Hop[], routes: readonly Route[]): BootProblem[] {
  return routes
    .filter(({ version }) => version === null)
    .flatMap((route) => {
      const uses = usesOf(route);
      const touching = hops.find((hop) => uses.some(({ schema }) => hop.touches(schema)));
      if (!touching) return [];
      const { change } = uses.flatMap(({ schema }) => touching.reshapesIn(schema))[0]!;
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
