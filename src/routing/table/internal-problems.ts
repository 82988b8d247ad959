import { type BootProblem, problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { hasInternal } from '../../schema/internal.js';
import { ancestorsOf, idOf } from '../../schema/identity.js';
import { holdsInternal, internalMembers, type UnhiddenMark, unhiddenMarks } from '../../schema/without-internal.js';
import { childrenOf } from '../../schema/zod-tree.js';
import { partNames } from '../declare/request-parts.js';
import { responseDetail } from './responses.js';
import { handlerName, type Route } from './route.js';
import type { ResponseMode } from './service-options.js';

const id = 'internal-not-hidden';

/** Internal members that clients would see. */
export function internalProblems(
  routes: readonly Route[],
  responses: ResponseMode | undefined,
): readonly BootProblem[] {
  if (!hasInternal()) return [];
  const seen = new Set<string>();
  return routes.flatMap((route) =>
    placesOf(route).flatMap(({ place, tree }) => {
      const at = { source: route.source, handler: handlerName(route) };
      const name = `${handlerName(route)}(): the ${place}`;
      const found = [...ancestorsOf(tree)].flatMap(unhiddenMarks).map((mark) => unhidden(name, mark));
      if (responses === 'off' && place.startsWith('answer') && holdsInternal(tree))
        found.push([
          `${name} has internal members, and responses: 'off' sends answers as they are.`,
          "Remove responses: 'off', so that answers have the members that their schema shows.",
        ]);
      return found
        .filter(([sentence]) => !seen.has(sentence) && seen.add(sentence))
        .map(([sentence, fix]) => problem(id, sentence, fix, at));
    }),
  );
}

/** The ids of the schemas in some operations that have a member which no document shows, and these operations, such as `GET /prices`. */
export function idsWithInternal(routes: readonly Route[]): ReadonlySet<string> {
  const found = new Set<string>();
  if (!hasInternal()) return found;
  const seen = new Set<unknown>();
  const visit = (tree: Place['tree']): void => {
    if (seen.has(tree)) return;
    seen.add(tree);
    const id = idOf(tree);
    if (id !== undefined && id !== null && internalMembers(tree).length > 0) found.add(id);
    childrenOf(tree).forEach(visit);
  };
  for (const route of routes)
    for (const { tree } of placesOf(route)) {
      visit(tree);
      if (holdsInternal(tree)) found.add(`${route.method} ${route.path}`);
    }
  return found;
}

interface Place {
  readonly place: string;
  readonly tree: NonNullable<ReturnType<typeof zodTreeOf>>;
}

function placesOf({ schemas, responses }: Route): readonly Place[] {
  const parts = partNames.map((part) => ({ place: part as string, schema: schemas[part] as unknown }));
  const answers = Object.entries(responses).flatMap(([status, entry]) => {
    const { schema, headers = {} } = responseDetail(entry);
    const named = Object.entries(headers).map(([name, header]) => ({
      place: `header ${name}`,
      schema: header as unknown,
    }));
    return [{ place: `answer ${status}`, schema: schema as unknown }, ...named];
  });
  return [...parts, ...answers].flatMap(({ place, schema }) => {
    const tree = zodTreeOf(schema);
    return tree ? [{ place, tree }] : [];
  });
}

function unhidden(name: string, { path, why }: UnhiddenMark): readonly [sentence: string, fix: string] {
  const at = path === '' ? '' : ` at ${path}`;
  return why === 'no member'
    ? [
        `${name} is marked internal${at}, where it is no member of an object.`,
        'Mark a member: z.object({ cost: internal(z.number()) }).',
      ]
    : [
        `${name} has the internal member ${path} in an object that keeps undeclared members, which would be sent.`,
        'Write z.object({ … }), which drops them, instead of a loose object, a catchall or an intersection with one.',
      ];
}
