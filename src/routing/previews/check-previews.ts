import { operationChangesOf } from '../changes/operation.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { checkHops } from '../changes/check-changes.js';
import { areOne } from '../../changes/frozen.js';
import { usesOf } from '../changes/crossings.js';
import type { Hop } from '../../changes/hop.js';
import { type OperationShape, operationsIn, operationsOf } from '../changes/operation-stage.js';
import { schemaInWords } from '../../changes/schema-name.js';
import type { Binding } from '../table/binding.js';
import type { Route } from '../table/route.js';
import type { Versions } from '../../changes/known-versions.js';
import type { Class } from '../../wiring/metadata.js';
import { applied, inOrder } from '../../changes/preview-hops.js';
import { type Preview, previewsOf } from './preview.js';
import { isSameOperation, operationName, sharedWithNext } from './shared-with-next.js';

interface Handler {
  readonly own: OperationShape;
  readonly target: Class;
  readonly key: PropertyKey;
  readonly routes: readonly Route[];
}

/** Everything that is wrong with the changes of previews. */
export function checkPreviews(
  known: Versions | undefined,
  handlers: readonly Handler[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly BootProblem[] {
  if (!known) return [];
  const crossings = handlers.flatMap(({ own, target, key, routes }) => {
    const [route] = routes.slice(-1);
    let uses = usesOf(own);
    return known.above.map((hop) => {
      const [operation = null] = operationsOf(hop, target, key);
      const crossing = { hop, own: route!, newer: route!, older: route!, operation, uses };
      uses = uses.map(({ schema, direction }) => ({ schema: hop.older(schema), direction }));
      return crossing;
    });
  });
  return [
    ...withNext(known),
    ...withoutOrder(previewsOf(known)),
    ...movedOperations(known.above),
    ...checkHops(known.above, crossings, [...bindings.values()]),
  ];
}

/** A change of what is not released would not find the schema in requests that have the preview. */
function withNext(versions: Versions): readonly BootProblem[] {
  return sharedWithNext(versions).flatMap(({ preview: { name, change }, other, shared }) =>
    shared.map((what) =>
      problem(
        'preview-and-next',
        `The preview ${name} and "${other.title}" of next both change ${what}.`,
        'Promote the preview first, which moves its changes to next, or drop it.',
        { source: other.source() ?? change?.source() ?? null },
      ),
    ),
  );
}

/** Which of two previews of one schema is on top of the other is not known unless one names the other in `with`. */
function withoutOrder(previews: readonly Preview[]): readonly BootProblem[] {
  const ordered = inOrder(previews);
  return ordered.flatMap((one, index) =>
    ordered.slice(index + 1).flatMap((other) => {
      const shared = sharedBy(one, other);
      if (shared === null) return [];
      const options = { source: other.source() ?? one.source() };
      if (!other.with.includes(one.name))
        return [
          problem(
            'previews-without-order',
            one.with.includes(other.name)
              ? `The previews ${one.name} and ${other.name} each build on the other.`
              : `The previews ${one.name} and ${other.name} both change ${shared.what}.`,
            `Say which is on top of the other: with: ['${one.name}'] in ${other.name}.`,
            options,
          ),
        ];
      if (shared.isApplicable) return [];
      return [
        problem(
          'previews-without-order',
          `The preview ${one.name} changes ${shared.what} with reshape(…), which is for one shape, and ${other.name} is on top of it.`,
          `Write ${one.name} with added, removed, renamed or moved, which apply to what ${other.name} leaves.`,
          options,
        ),
      ];
    }),
  );
}

function sharedBy(one: Preview, other: Preview): { readonly what: string; readonly isApplicable: boolean } | null {
  if (!one.change || !other.change) return null;
  const theirs = operationChangesOf(other.change);
  const operation = operationChangesOf(one.change).find((mine) => theirs.some(isSameOperation(mine)));
  if (operation) return { what: operationName(operation), isApplicable: true };
  for (const mine of one.change.reshapes) {
    const same = other.change.reshapes.find(({ trees }) => areOne(trees.after, mine.trees.after));
    if (same) return { what: schemaInWords(mine.trees.after), isApplicable: applied(mine, same.before) !== null };
  }
  return null;
}

/** Which operation answers is decided before it is known what the request opts into. */
function movedOperations(above: readonly Hop[]): readonly BootProblem[] {
  return above.flatMap((hop) =>
    operationsIn(hop)
      .filter(({ before }) => before.path !== undefined || before.method !== undefined)
      .map((operation) =>
        problem(
          'preview-moves-operation',
          `The preview ${hop.preview!} gives ${operationName(operation)} another path or method.`,
          `Declare the new address as a route of its own, with @Preview('${hop.preview!}').`,
          { source: operation.change.source() },
        ),
      ),
  );
}
