import { readableLenses } from '../../routing/table/check-lenses.js';
import { problem } from '../../report/boot-problem.js';
import type { Change } from '../../changes/change.js';
import { type Hop, hopInWords } from '../../changes/hop.js';
import { operationChangesOf, type RequestParts } from '../../routing/changes/operation.js';
import { partNames } from '../../routing/declare/request-parts.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { runPart, Unfinished } from '../../changes/todo.js';
import { exampleCall, exampleOf } from './example-of.js';
import type { Rule } from './rule.js';

/** Runs each converter on one example, as a part of it may be open; `svc laws` reaches what an example does not. */
export const changeUnfinished: Rule = {
  id: 'change-unfinished',
  severity: 'error',
  summary: 'Every change is written: nothing of it is todo(…).',
  find: ({ definition, routes, versioning }) => {
    const stored = readableLenses(definition).map(({ versions }) => versions);
    const all = new Set([...(versioning?.versions ? [versioning.versions] : []), ...stored]);
    return [...all]
      .flatMap((versions) => versions.hopsBetween(versions.live, versions.names[0]!))
      .flatMap((hop) =>
        hop.changes.flatMap((change) =>
          openQuestions(change, hop, routes).map(({ question, source }) =>
            problem(
              'change-unfinished',
              `The change "${change.title}" of ${hopInWords(hop)} is not finished: ${question}`,
              'Write it in place of todo(…).',
              { source: source() ?? change.source(), change: change.id },
            ),
          ),
        ),
      );
  },
};

/** Each question once, in the order in which the change declares them. */
function openQuestions(change: Change, hop: Hop, routes: readonly Route[]): readonly Unfinished[] {
  const found = [...reshapeParts(change), ...operationParts(change, hop, routes)].flatMap(
    (part) => questionOf(part) ?? [],
  );
  return [...new Map(found.map((one) => [one.question, one])).values()];
}

/** What a part stops at; null where it is written, or fails for another reason, which is for the laws. */
function questionOf(part: () => unknown): Unfinished | null {
  try {
    runPart(part);
    return null;
  } catch (error) {
    return error instanceof Unfinished ? error : null;
  }
}

function reshapeParts({ reshapes }: Change): readonly (() => unknown)[] {
  return reshapes.flatMap(({ after, before, down, up }) => [
    () => down?.(exampleOf(after) as never),
    () => up?.(exampleOf(before) as never),
  ]);
}

function operationParts(change: Change, hop: Hop, routes: readonly Route[]): readonly (() => unknown)[] {
  return operationChangesOf(change).flatMap(({ controller, handler, up, down, collect, context }) => {
    const routeIn = (name: string) =>
      routes.find(
        ({ version, handler: own }) =>
          version === name && own.method === handler && own.controller === controller().name,
      );
    return [
      () => down?.(answerOf(routeIn(hop.version)), exampleCall(hop.previous, context)),
      () => up?.(requestOf(routeIn(hop.previous)) as unknown as RequestParts, exampleCall(hop.previous, context)),
      () => collect?.items(answerOf(routeIn(hop.version)).body as never),
      () =>
        collect?.next(
          answerOf(routeIn(hop.version)).body as never,
          exampleOf(routeIn(hop.version)?.schemas.query) as never,
        ),
    ];
  });
}

const requestOf = (route: Route | undefined) =>
  Object.fromEntries(partNames.map((part) => [part, exampleOf(route?.schemas[part])]));

const answerOf = (route: Route | undefined) => ({
  status: route?.status ?? 200,
  headers: {},
  body: route && exampleOf(responseDetail(route.responses[route.status] ?? null).schema),
});
