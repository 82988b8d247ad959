import { isObject, type Json, type JsonObject, listAt, numberAt, sameJson } from '../json/json.js';
import { editDistance } from '../text/nearest-name.js';
import { findMoves, type Moves } from './find-moves.js';
import { bare, type Members, membersOf, sameMember, sameSchema } from './members.js';
import { type Candidate, type Conversion, invents, type Member, type Step, type Uses } from './step.js';

/** More ways than a person would read. */
const mostCandidates = 24;

/**
 * The ways from the newer shape of an object to the older one, the likeliest first; none where the two differ in more than their members.
 * Those that pair the most members that are gone with new ones of the same schema, and every other one that makes nothing up: such a pair may
 * be two members that have nothing to do with each other. Names that are alike come first, and decide nothing else.
 */
export function findCandidates(newer: JsonObject, older: JsonObject, uses: Uses): readonly Candidate[] {
  if (!haveOneFrame(newer, older)) return [];
  const [now, before] = [membersOf(newer), membersOf(older)];
  const moves = findMoves(now, before);
  const found = [...(moves.steps.length > 0 ? [moves] : []), noMoves].flatMap((some) => waysWith(some, now, before));
  const explained = ({ steps }: Pick<Candidate, 'steps'>) =>
    steps.filter(({ kind }) => kind === 'renamed' || kind === 'moved').length;
  const most = Math.max(...found.map(explained));
  return found
    .map(({ steps }) => ({ steps, isComplete: !steps.some((step) => invents(step, uses)) }))
    .filter((one) => one.isComplete || explained(one) === most)
    .toSorted((one, other) => explained(other) - explained(one))
    .slice(0, mostCandidates);
}

const noMoves: Moves = { steps: [], covered: { newer: new Set(), older: new Set() } };

function waysWith({ steps, covered }: Moves, now: Members, before: Members): readonly Pick<Candidate, 'steps'>[] {
  const fresh = [...now.keys()].filter((name) => !before.has(name) && !covered.newer.has(name));
  const gone = [...before.keys()].filter((name) => !now.has(name) && !covered.older.has(name));
  const converted = [...before].flatMap(([name, member]): readonly Step[] => {
    const other = now.get(name);
    return other === undefined || sameMember(other, member) ? [] : [conversionOf(name, other, member)];
  });
  return pairings(gone, fresh, (one, other) => sameMember(before.get(one)!, now.get(other)!)).map((pairs) => {
    const oldNames = new Map([...pairs].map(([old, name]) => [name, old]));
    return {
      steps: [
        ...converted,
        ...steps,
        ...[...oldNames].map(([name, old]): Step => ({ kind: 'renamed', newer: name, older: old })),
        ...fresh
          .filter((name) => !oldNames.has(name))
          .map((name): Step => ({ kind: 'added', name, value: valueFor(now.get(name)!) })),
        ...gone
          .filter((name) => !pairs.has(name))
          .map((name): Step => ({ kind: 'removed', name, older: before.get(name)! })),
      ],
    };
  });
}

/** Whether two schemas are objects that differ in their members alone. */
function haveOneFrame(newer: JsonObject, older: JsonObject): boolean {
  const frameOf = (schema: JsonObject) => {
    const { properties, required: _, ...frame } = bare(schema) as JsonObject;
    return isObject(properties) && frame['type'] === 'object' ? frame : null;
  };
  const [now, before] = [frameOf(newer), frameOf(older)];
  return now !== null && before !== null && sameJson(now, before);
}

function valueFor({ schema, isRequired }: Member): { readonly known: Json | undefined } | undefined {
  const usual = isObject(schema) ? schema['default'] : undefined;
  return usual !== undefined || !isRequired ? { known: usual } : undefined;
}

/** Every way to pair names, as far as a bounded search gets; of those with as many pairs, the one with the names that are most alike first. */
function pairings(
  gone: readonly string[],
  fresh: readonly string[],
  fits: (gone: string, fresh: string) => boolean,
): readonly ReadonlyMap<string, string>[] {
  const found: (readonly (readonly [string, string])[])[] = [];
  let looks = 5_000;
  const search = (index: number, pairs: readonly (readonly [string, string])[]): void => {
    looks -= 1;
    if (looks < 0) return;
    if (index === gone.length) {
      found.push(pairs);
      return;
    }
    const old = gone[index]!;
    const free = fresh.filter((name) => fits(old, name) && !pairs.some(([, taken]) => taken === name));
    const likely = free.toSorted((one, other) => editDistance(old, one) - editDistance(old, other));
    for (const name of likely) search(index + 1, [...pairs, [old, name]]);
    search(index + 1, pairs);
  };
  search(0, []);
  const distance = (pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((sum, [one, other]) => sum + editDistance(one, other), 0);
  return found
    .toSorted((one, other) => other.length - one.length || distance(one) - distance(other))
    .map((pairs) => new Map(pairs));
}

/** How the value of a member that kept its name is converted. */
function conversionOf(name: string, newer: Member, older: Member): Step {
  const [down, up] = [wayBetween(newer, older), wayBetween(older, newer)];
  return { kind: 'converted', name, older, down, up };
}

function wayBetween(from: Member, to: Member): Conversion {
  if (sameSchema(from.schema, to.schema)) return from.isRequired || !to.isRequired ? 'as it is' : 'where there is one';
  if (from.isRequired !== to.isRequired) return 'unknown';
  const [own, other] = [withoutNull(from.schema), withoutNull(to.schema)];
  if ((own.isNullable || other.isNullable) && sameSchema(own.schema, other.schema))
    return other.isNullable ? 'as it is' : 'where there is one';
  if (isListOf(to.schema, from.schema)) return 'in a list';
  if (isListOf(from.schema, to.schema))
    return (numberAt((from.schema as JsonObject)['minItems']) ?? 0) > 0 ? 'the first' : 'the first if any';
  const [type, wanted] = [typeOf(from.schema), typeOf(to.schema)];
  if (isNumeric(type) && wanted === 'string') return 'as text';
  if (type === 'string' && isNumeric(wanted)) return 'as a number';
  return 'unknown';
}

const typeOf = (schema: Json) => (isObject(schema) ? schema['type'] : undefined);
const isNumeric = (type: Json | undefined) => type === 'integer' || type === 'number';
const isListOf = (list: Json, item: Json) =>
  isObject(list) && list['type'] === 'array' && list['items'] !== undefined && sameSchema(list['items'], item);

/** A schema that also takes null, without it. */
function withoutNull(schema: Json): { readonly schema: Json; readonly isNullable: boolean } {
  if (!isObject(schema)) return { schema, isNullable: false };
  const options = listAt(schema['anyOf']);
  const [only, ...others] = options.filter((option) => typeOf(option) !== 'null');
  if (only !== undefined && others.length === 0 && options.length === 2) return { schema: only, isNullable: true };
  const types = listAt(schema['type']);
  if (types.length === 2 && types.includes('null'))
    return { schema: { ...schema, type: types.find((type) => type !== 'null') }, isNullable: true };
  return { schema, isNullable: false };
}
