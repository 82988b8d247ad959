import type { $ZodType } from 'zod/v4/core';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import type { Crossing } from '../../routing/changes/crossings.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import { olderOperation } from '../../routing/changes/older-operations.js';
import { requestParts } from '../../routing/declare/request-parts.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { bareOf, crossingsIn, membersOf, valuesOf } from './changed-operations.js';
import { exampleCall, exampleOf } from './example-of.js';
import { attempt, memberOf, type Merge, mergesOf } from './merged-values.js';
import { atRoute, type Rule } from './rule.js';

/** A client that filters by a value that stands for several has to find all of them. */
export const filterLosesValues: Rule = {
  id: 'filter-loses-values',
  severity: 'warning',
  summary: 'A filter by an older value that stands for several newer ones finds all of them.',
  find: (context) => {
    const crossings = crossingsIn(context);
    const merged = new Map([...new Set(crossings.map(({ hop }) => hop))].map((hop) => [hop, mergesOf(hop)]));
    return crossings.flatMap((crossing) => merged.get(crossing.hop)!.flatMap((merge) => lostIn(crossing, merge)));
  },
};

function lostIn(
  crossing: Crossing,
  { found, place, older: value, newer: several, all }: Merge,
): readonly BootProblem[] {
  const { hop, own, newer, older, operation } = crossing;
  return filtersOf(crossing, all).flatMap(({ part, name }) => {
    const asked = [part, ...filterParts].flatMap((one) => askingIn(older, one, value))[0];
    if (!asked) return [];
    const { up: raise, lookUps = [] } = olderOperation(newer, hop, operation).passage ?? {};
    const calls: Calls = { of: () => exampleCall(hop.previous, lookUps[0] ?? null) };
    const raised = attempt(() => memberOf((raise ? raise(asked.request, calls) : asked.request)[part], name));
    const given = raised === undefined ? several : [raised].flat();
    const lost = several.filter((one) => !given.includes(one));
    if (lost.length === 0) return [];
    const { change, reshape } = found;
    return [
      problem(
        'filter-loses-values',
        `The change "${change.title}" of version ${hop.version} shows ${listed(several)} as ${listed([value])} in ${place}, and the ${requestParts[asked.part]} of ${older.method} ${older.path} in version ${hop.previous} filters by ${asked.name}: a client that asks for ${listed([value])} does not find ${listed(lost)}.`,
        fixes[part](
          name,
          several.map((one) => JSON.stringify(one)),
        ),
        { ...atRoute(own), source: reshape.source() ?? change.source(), change: change.id },
      ),
    ];
  });
}

type FilterPart = 'query' | 'params' | 'body';

const filterParts: readonly FilterPart[] = ['query', 'params', 'body'];

const takesSeveral = (name: string, all: readonly string[]) =>
  `Let ${name} take several values, and return all of them in up: [${all.join(', ')}].`;

const fixes: Readonly<Record<FilterPart, typeof takesSeveral>> = {
  query: takesSeveral,
  body: takesSeveral,
  params: (name, all) =>
    `A path holds one value: let the query take several as ${name}, name the older path in an operation(…), and return all of them in up: { query: { ${name}: [${all.join(', ')}] } }.`,
};

/** The parameters and members of a newer request that take the values of an enum to choose what a list holds. */
function filtersOf({ newer }: Crossing, all: readonly unknown[]) {
  const isListed = listedEnums(newer).some((one) => isSame(one, all));
  return filterParts.flatMap((part) => {
    if (part !== 'query' && !(isListed && reading[part] === newer.method)) return [];
    const members = membersOf(newer.schemas[part]).filter(([, member]) => isSame(valuesOf(member), all));
    return members.map(([name]) => ({ part, name }));
  });
}

/** Elsewhere a path says which resource, and a body what a client writes. */
const reading = { params: 'GET', body: 'POST' } as const;

/** The enums of the items that an operation lists, as a list or in a page; none for 201, which shows what was made. */
function listedEnums({ responses, status }: Route): readonly (readonly unknown[])[] {
  const answer = status === 201 ? null : zodTreeOf(responseDetail(responses[status] ?? null).schema);
  if (!answer) return [];
  const items = [answer, ...membersOf(answer).map(([, member]) => member)].flatMap((tree) => elementOf(tree) ?? []);
  return items.flatMap((item) => membersOf(item).flatMap(([, member]) => [valuesOf(member) ?? []]));
}

function elementOf(tree: $ZodType): $ZodType | null {
  const def = definitionOf(bareOf(tree));
  return def.type === 'array' ? (def.element as $ZodType) : null;
}

/** Requests of an older version that ask for a value, one for each filter of a part that takes it. */
function askingIn(older: Route, part: FilterPart, value: unknown) {
  const filters = membersOf(older.schemas[part]).filter(([, member]) => valuesOf(member)?.includes(value));
  return filters.map(([name, member]) => {
    const given = { ...(exampleOf(older.schemas[part]) as object), [name]: isMany(member) ? [value] : value };
    const others = Object.fromEntries(filterParts.map((one) => [one, exampleOf(older.schemas[one]) ?? nothing[one]]));
    return { part, name, request: { ...nothing, ...others, [part]: given } as RequestParts };
  });
}

const nothing: RequestParts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };

const listed = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join(' and ');

const isMany = (tree: $ZodType) => definitionOf(bareOf(tree)).type === 'array';

const isSame = (left: readonly unknown[] | null, right: readonly unknown[]) =>
  left !== null && left.length === right.length && left.every((one) => right.includes(one));
