import { isObject, type Json, listAt } from '../json/json.js';
import { editDistance } from '../text/nearest-name.js';
import type { Conversion } from './step.js';
import { guess, mapped } from './ways.js';

/** Which value of one enum stands for which of another: a way for each assignment, the names that are most alike first. */
export function enumConversions(newer: Json, older: Json): readonly Conversion[] {
  const [now, before] = [valuesOf(newer), valuesOf(older)];
  if (now === null || before === null) return [];
  const fresh = now.filter((value) => !before.includes(value));
  const gone = before.filter((value) => !now.includes(value));
  if (fresh.length > mostValues || gone.length > mostValues) return [];
  if (fresh.length === gone.length)
    return permutations(gone)
      .map((order) => fresh.map((value, index) => [value, order[index]!] as const))
      .toSorted((one, other) => distanceOf(one) - distanceOf(other))
      .map((pairs) =>
        guess(
          mapped(pairs, false),
          mapped(
            pairs.map(([value, old]) => [old, value]),
            false,
          ),
        ),
      );
  const downs = assignments(fresh, before, gone);
  const ups = assignments(gone, now, fresh);
  return downs.flatMap((down) => ups.map((up) => guess(mapped(down, fresh.length > 0), mapped(up, gone.length > 0))));
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

/** One target for each value: each target for a single value, and for several the nearest one of each. */
function assignments(values: readonly Json[], targets: readonly Json[], likely: readonly Json[]): readonly Pairs[] {
  const near = (value: Json) =>
    targets.toSorted(
      (one, other) =>
        Number(likely.includes(other)) - Number(likely.includes(one)) || distance(value, one) - distance(value, other),
    );
  const [only, ...others] = values;
  if (only === undefined) return [[]];
  if (others.length === 0) return near(only).map((target) => [[only, target]]);
  const nearest: Pairs = values.map((value) => [value, near(value)[0]!]);
  return [nearest, ...targets.map((target) => values.map((value) => [value, target] as const))];
}

const distance = (one: Json, other: Json) => editDistance(String(one), String(other));
const distanceOf = (pairs: Pairs) => pairs.reduce((sum, [one, other]) => sum + distance(one, other), 0);

function permutations(values: readonly Json[]): readonly (readonly Json[])[] {
  if (values.length <= 1) return [values];
  return values.flatMap((value, index) =>
    permutations(values.filter((_, place) => place !== index)).map((rest) => [value, ...rest]),
  );
}
