import { isObject, type Json, listAt } from '../json/json.js';
import { editDistance } from '../text/nearest-name.js';
import type { Conversion, Uses } from './step.js';
import { guess, mapped, refused, severalOf } from './ways.js';

/** Which value of one enum stands for which of another: a way for each assignment, the names that are most alike first. */
export function enumConversions(newer: Json, older: Json, uses: Uses): readonly Conversion[] {
  const [now, before] = [valuesOf(newer), valuesOf(older)];
  if (now === null || before === null) return [];
  const fresh = now.filter((value) => !before.includes(value));
  const gone = before.filter((value) => !now.includes(value));
  if (fresh.length > mostValues || gone.length > mostValues) return [];
  if (fresh.length === gone.length) return renamedValues(fresh, gone);
  const downs = uses.answers ? assignments(fresh, before, gone) : [[]];
  const ups = uses.requests ? assignments(gone, now, fresh) : [[]];
  const some = downs.flatMap((down) =>
    ups.map((up) => guess(mapped(down, fresh.length > 0), mapped(up, gone.length > 0))),
  );
  return [
    ...(uses.lists && gone.length === 0 ? downs.map((down) => guess(mapped(down, true), severalOf(down))) : []),
    ...some,
    ...(uses.requests && gone.length > 0
      ? downs.map((down) => guess(mapped(down, fresh.length > 0), refused(gone)))
      : []),
  ];
}

/** The values of an enum, or the only one of a constant; null for any other schema. */
export function valuesOf(schema: Json): readonly Json[] | null {
  if (!isObject(schema)) return null;
  if (schema['const'] !== undefined) return [schema['const']];
  const values = listAt(schema['enum']);
  return values.length > 0 ? values : null;
}

const mostValues = 4;

type Pairs = readonly (readonly [Json, Json])[];

function renamedValues(fresh: readonly Json[], gone: readonly Json[]): readonly Conversion[] {
  return permutations(gone)
    .map((order) => fresh.map((value, index) => [value, order[index]!] as const))
    .toSorted((one, other) => distanceOf(one) - distanceOf(other))
    .map((pairs) => {
      const back = pairs.map(([value, old]) => [old, value] as const);
      return guess(mapped(pairs, false), mapped(back, false));
    });
}

/** One target for each value: every assignment of one or two, and for several the nearest one of each, or the same for all. */
function assignments(values: readonly Json[], targets: readonly Json[], likely: readonly Json[]): readonly Pairs[] {
  const near = (value: Json) =>
    targets.toSorted(
      (one, other) =>
        Number(likely.includes(other)) - Number(likely.includes(one)) || distance(value, one) - distance(value, other),
    );
  if (values.length > 2) {
    const nearest: Pairs = values.map((value) => [value, near(value)[0]!]);
    return [nearest, ...targets.map((target) => values.map((value) => [value, target] as const))];
  }
  return values.reduce<readonly Pairs[]>(
    (lists, value) => lists.flatMap((list) => near(value).map((target) => [...list, [value, target] as const])),
    [[]],
  );
}

const distance = (one: Json, other: Json) => editDistance(String(one), String(other));
const distanceOf = (pairs: Pairs) => pairs.reduce((sum, [one, other]) => sum + distance(one, other), 0);

function permutations(values: readonly Json[]): readonly (readonly Json[])[] {
  if (values.length <= 1) return [values];
  return values.flatMap((value, index) =>
    permutations(values.filter((_, place) => place !== index)).map((rest) => [value, ...rest]),
  );
}
