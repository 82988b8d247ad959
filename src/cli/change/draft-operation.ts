import { operationExamples } from '../../draft/example.js';
import { findOperation } from '../../draft/find-operation.js';
import { type OperationShape, readOperation } from '../../draft/operation-shape.js';
import { printOperation } from '../../draft/print-operation.js';
import { declaredForm } from '../../routing/table/path.js';
import { editDistance } from '../../text/nearest-name.js';
import type { ServedHandler } from '../questions/served-handlers.js';
import type { DraftedWay, Drafting } from './draft-input.js';
import { constantNames, lookIn, sidesOf } from './locked-schemas.js';

/** How many handlers an operation without one may have become. */
const mostHandlers = 3;

/** The ways to declare how an operation changed, or why there is none. */
export function draftOperation(name: string, input: Drafting): readonly DraftedWay[] | string {
  const { promised, live, classes } = input;
  const [method = '', path = ''] = name.split(' ');
  const older = readOperation(promised.document, path, method);
  if (!older) return `${name} is new: an older version may stay without it, with @Version({ from: 'next' }).`;
  const { handlers, isKnown } = handlersFor(older, input);
  if (handlers.length === 0)
    return `Nothing serves ${name} any longer, and no new operation looks like it: keep its handler, with @Version({ until: '${promised.version}' }).`;
  const reasons: string[] = [];
  const ways = handlers.flatMap((served): readonly DraftedWay[] => {
    const newer = readOperation(live.document, served.live.path, served.live.method);
    const constant = classes.get(served.controller);
    const relative = relativePath(older, served);
    if (served.isChanged) reasons.push(`A change of next converts ${name} already: say the rest there.`);
    else if (!newer) reasons.push(`${name} is left out of documents.`);
    else if (!constant) reasons.push(`No exported class ${served.controller} was found: export it.`);
    else if (relative === undefined)
      reasons.push(`${name} stood outside of the paths of ${served.controller}: write a handler for it.`);
    else {
      const { named, nameOf, constantOf } = constantNames(input);
      const controller = nameOf(constant);
      const version = promised.version ?? '';
      const draft = { controller, handler: served.handler, newer, older, path: relative, version };
      const look = { newer: lookIn(live.document), older: lookIn(promised.document) };
      return findOperation(newer, older, look).flatMap((candidate): readonly DraftedWay[] => {
        named.splice(1);
        if (isEmpty(draft, candidate)) return [];
        const printed = printOperation(draft, candidate, constantOf);
        if (!printed)
          reasons.push(
            `A schema that ${name} holds has no exported constant with its id: export one, from a file that does not import the versions.`,
          );
        const { isComplete } = candidate;
        const isGuess = candidate.isGuess || input.hidden.includes(`${served.live.method} ${served.live.path}`);
        if (!printed) return [];
        const examples = operationExamples(newer, older, candidate, sidesOf(input));
        return [{ ...printed, constants: [...new Set(named)], isComplete, isGuess: isGuess || !isKnown, examples }];
      });
    }
    return [];
  });
  if (ways.length > 0) return ways;
  return (
    reasons[0] ??
    `What differs of ${name} is neither its address, its parameters, nor the form of its bodies: write an operation(…).`
  );
}

type Candidate = ReturnType<typeof findOperation>[number];

const isEmpty = (
  { newer, older, path }: { newer: OperationShape; older: OperationShape; path: string | null },
  { request, answers }: Candidate,
) =>
  path === null &&
  newer.method === older.method &&
  newer.status === older.status &&
  request === null &&
  answers.length === 0;

/** What serves an operation: the handler at its address, else the one of its id, else the new ones whose paths are most alike. */
function handlersFor(
  { method, path }: OperationShape,
  { handlers, fresh, promised }: Drafting,
): { readonly handlers: readonly ServedHandler[]; readonly isKnown: boolean } {
  const same = handlers.find((one) => one.method === method && one.path === path);
  if (same) return { handlers: [same], isKnown: true };
  const paths = promised.document['paths'] as Readonly<
    Record<string, Readonly<Record<string, { operationId?: string }>>>
  >;
  const id = paths[path]?.[method.toLowerCase()]?.operationId;
  const known = fresh.filter(({ operationId }) => operationId === id);
  if (known.length === 1) return { handlers: known, isKnown: true };
  const near = fresh
    .map((one) => ({ one, distance: editDistance(one.path, path) }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, mostHandlers);
  return { handlers: near.map(({ one }) => one), isKnown: false };
}

/** The older path below the controller; null where it is the same, undefined where it stood outside. */
function relativePath({ path }: OperationShape, { path: now, base }: ServedHandler): string | null | undefined {
  if (path === now) return null;
  if (base === null || !(path === base || path.startsWith(`${base}/`))) return undefined;
  return declaredForm(path.slice(base.length + 1));
}
