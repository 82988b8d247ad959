import { problem, type BootProblem } from '../../report/boot-problem.js';
import type { Crossing } from '../../routing/changes/crossings.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import { olderOperation } from '../../routing/changes/older-operations.js';
import { requestParts } from '../../routing/declare/request-parts.js';
import type { Route } from '../../routing/table/route.js';
import { crossingsIn, listedItems } from './changed-operations.js';
import { enumPlaces, exampleHaving, nameOfPlace, valueAt } from './enum-places.js';
import { exampleCall, exampleOf } from './example-of.js';
import { attempt, type Merge, mergesOf } from './merged-values.js';
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
  return filtersOf(crossing, all).flatMap(({ part, path }) => {
    const asked = [part, ...filterParts].flatMap((one) => askingIn(older, one, value, path))[0];
    if (!asked) return [];
    const { up: raise, lookUps = [] } = olderOperation(newer, hop, operation).passage ?? {};
    const calls: Calls = { of: () => exampleCall(hop.previous, lookUps[0] ?? null) };
    const raised = attempt(() => valueAt((raise ? raise(asked.request, calls) : asked.request)[part], path));
    const given = raised === undefined ? several : [raised].flat();
    const lost = several.filter((one) => !given.includes(one));
    if (lost.length === 0) return [];
    const { change, reshape } = found;
    return [
      problem(
        'filter-loses-values',
        `The change "${change.title}" of version ${hop.version} shows ${listed(several)} as ${listed([value])} in ${place}, and the ${requestParts[asked.part]} of ${older.method} ${older.path} in version ${hop.previous} filters by ${asked.name}: a client that asks for ${listed([value])} does not find ${listed(lost)}.`,
        fixes[part](
          nameOfPlace(path),
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
  const isListed = listedItems(newer).some((item) => enumPlaces(item).some(({ values }) => isSame(values, all)));
  return filterParts.flatMap((part) => {
    if (part !== 'query' && !(isListed && reading[part] === newer.method)) return [];
    const places = enumPlaces(newer.schemas[part]).filter(({ values }) => isSame(values, all));
    return places.map(({ path }) => ({ part, path }));
  });
}

/** Elsewhere a path says which resource, and a body what a client writes. */
const reading = { params: 'GET', body: 'POST' } as const;

/** Requests of an older version that ask for a value, one for each filter of a part that takes it; the filter at a path is the first. */
function askingIn(older: Route, part: FilterPart, value: unknown, path: readonly string[]) {
  const filters = enumPlaces(older.schemas[part]).filter(({ values }) => values.includes(value));
  const isThere = (place: { readonly path: readonly string[] }) => nameOfPlace(place.path) === nameOfPlace(path);
  return [...filters.filter(isThere), ...filters.filter((one) => !isThere(one))].map((place) => {
    const given = exampleHaving(older.schemas[part], place, value);
    const others = Object.fromEntries(filterParts.map((one) => [one, exampleOf(older.schemas[one]) ?? nothing[one]]));
    return { part, name: nameOfPlace(place.path), request: { ...nothing, ...others, [part]: given } as RequestParts };
  });
}

const nothing: RequestParts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };

const listed = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join(' and ');

const isSame = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((one) => right.includes(one));
