import { type $ZodType, util } from 'zod/v4/core';
import { idOf } from '../schema/identity.js';
import { definitionOf } from '../schema/zod-tree.js';
import { type FrozenConstant, frozenOf } from './frozen.js';
import type { Direction } from './hop.js';

/** What a frozen constant says of a member that does not hold any more: `nick is missing`. */
export interface FrozenDifference {
  readonly constant: FrozenConstant;
  readonly sentence: string;
}

type Report = (sentence: string) => void;
/** Takes what is compared with a constant inside another. */
type Inside = (constant: FrozenConstant, schema: $ZodType) => void;

/**
 * Where a schema is no longer what a frozen constant says, for answers that go down or requests that go up. The schema may have
 * members that the constant lacks, unless a request needs them; what documents say of a member, and its bounds, may differ.
 */
export function frozenDifferences(
  constant: FrozenConstant,
  schema: $ZodType,
  direction: Direction,
): readonly FrozenDifference[] {
  return new Comparison(direction).constant(constant, schema);
}

/**
 * Where what a schema returns is not of a shape, as `in the argument name is missing`: members, types and what may be missing or null. A frozen
 * shape may lack members. Descriptions and bounds are not compared.
 */
export function shapeDifferences(
  shape: { readonly name: string; readonly schema: $ZodType },
  own: { readonly name: string; readonly schema: $ZodType },
): readonly string[] {
  const compare = (one: typeof own, other: typeof own) =>
    frozenDifferences({ id: '', schema: one.schema, source: () => null }, other.schema, 'down').map(
      ({ sentence }) => `in ${other.name} ${sentence}`,
    );
  if (shape.schema === own.schema) return [];
  return [...compare(shape, own), ...(frozenOf(shape.schema) ? [] : compare(own, shape))];
}

class Comparison {
  readonly #seen = new Map<$ZodType, Set<$ZodType>>();

  constructor(readonly direction: Direction) {}

  constant(constant: FrozenConstant, schema: $ZodType): readonly FrozenDifference[] {
    const found: FrozenDifference[] = [];
    const inside: [FrozenConstant, $ZodType][] = [];
    const report = (path: string) => (sentence: string) =>
      void found.push({ constant, sentence: `${path === '' ? 'it' : path} ${sentence}` });
    this.#compare(constant.schema, schema, '', report, (one, other) => inside.push([one, other]), constant);
    return [...found, ...inside.flatMap(([one, other]) => this.constant(one, other))];
  }

  #compare(
    frozen: $ZodType,
    schema: $ZodType,
    path: string,
    report: (path: string) => Report,
    inside: Inside,
    own: FrozenConstant | null = null,
  ): void {
    const constant = frozenOf(frozen);
    if (constant && constant !== own) return inside(constant, schema);
    const known = this.#seen.get(frozen) ?? new Set();
    this.#seen.set(frozen, known);
    if (known.has(schema)) return;
    known.add(schema);
    const [was, is] = [this.#open(frozen), this.#open(schema)];
    const tell = report(path);
    if (this.#isWider(was.null, is.null)) tell(this.direction === 'down' ? 'may be null' : 'may not be null');
    const next = (one: $ZodType, other: $ZodType, at: string) => this.#compare(one, other, at, report, inside);
    const [before, now] = [definitionOf(was.schema), definitionOf(is.schema)];
    const kinds = [kindOf(was.schema), kindOf(is.schema)] as const;
    if (kinds.includes('any')) return;
    if (before.type === 'union' || now.type === 'union') return this.#options(was.schema, is.schema, tell, next, path);
    const values = [valuesOf(was.schema), valuesOf(is.schema)] as const;
    if (values[0] || values[1]) return this.#values(was.schema, is.schema, tell);
    if (kinds[0] !== kinds[1] && !(this.#sent(kinds) === 'integer' && this.#taken(kinds) === 'number'))
      return tell(`is ${kinds[1]}, not ${kinds[0]}`);
    if (before.type === 'object' && now.type === 'object')
      return this.#members(before.shape as Shape, now.shape as Shape, path, report, next);
    for (const [one, other, name] of innerPairs(was.schema, is.schema)) next(one, other, `${path}${name}`);
  }

  #members(
    before: Shape,
    now: Shape,
    path: string,
    report: (path: string) => Report,
    next: (one: $ZodType, other: $ZodType, at: string) => void,
  ): void {
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    const isOptional = (member: $ZodType) => member._zod[this.direction === 'down' ? 'optout' : 'optin'] !== undefined;
    for (const [name, member] of Object.entries(before)) {
      const own = Object.hasOwn(now, name) ? now[name] : undefined;
      if (!own) {
        report(at(name))('is missing');
        continue;
      }
      if (this.#isWider(isOptional(member), isOptional(own)))
        report(at(name))(this.direction === 'down' ? 'may be missing' : 'is required');
      next(member, own, at(name));
    }
    if (this.direction === 'up')
      for (const [name, member] of Object.entries(now))
        if (!Object.hasOwn(before, name) && !isOptional(member)) report(at(name))('is new and required');
  }

  /** Each option of what is sent has one that takes it. */
  #options(
    was: $ZodType,
    is: $ZodType,
    tell: Report,
    next: (one: $ZodType, other: $ZodType, at: string) => void,
    path: string,
  ): void {
    const [before, now] = [optionsOf(was), optionsOf(is)];
    if (before.length === now.length) return before.forEach((option, index) => next(option, now[index]!, path));
    const [sent, taken] = this.direction === 'down' ? [now, before] : [before, now];
    const fits = (one: $ZodType, other: $ZodType) => {
      const [frozen, schema] = this.direction === 'down' ? [other, one] : [one, other];
      let isAlike = true;
      const fail = () => (isAlike = false);
      const byId: Inside = (constant, other) => void (idOf(other) === constant.id || fail());
      new Comparison(this.direction).#compare(frozen, schema, '', () => fail, byId);
      return isAlike;
    };
    if (!sent.every((one) => taken.some((other) => fits(one, other))))
      tell(this.direction === 'down' ? 'has a new alternative' : 'lacks an alternative');
  }

  #values(was: $ZodType, is: $ZodType, tell: Report): void {
    const [sent, taken] = this.direction === 'down' ? [is, was] : [was, is];
    const [given, known] = [valuesOf(sent), valuesOf(taken)];
    if (!known && given) {
      const kind = kindOf(taken);
      const strange = given.filter((value) => typeof value !== (kind === 'integer' ? 'number' : kind));
      if (strange.length > 0) tell(`is ${kindOf(is)}, not ${kindOf(was)}`);
      return;
    }
    if (!given) return tell(`is ${kindOf(is)}, not ${kindOf(was)}`);
    const strange = given.filter((value) => !known!.includes(value)).map((value) => JSON.stringify(value));
    if (strange.length > 0) tell(`${this.direction === 'down' ? 'may be' : 'may not be'} ${strange.join(', ')}`);
  }

  /** Whether answers may hold more than they did, or requests less. */
  #isWider(was: boolean, is: boolean): boolean {
    return this.direction === 'down' ? is && !was : was && !is;
  }

  #sent<T>([was, is]: readonly [T, T]): T {
    return this.direction === 'down' ? is : was;
  }

  #taken<T>([was, is]: readonly [T, T]): T {
    return this.direction === 'down' ? was : is;
  }

  /** What is inside wrappers, and whether it may be null. */
  #open(schema: $ZodType, isNull = false): { readonly schema: $ZodType; readonly null: boolean } {
    const def = definitionOf(schema) as { readonly type: string; readonly innerType?: $ZodType };
    if (def.type === 'lazy')
      return this.#open((definitionOf(schema) as unknown as { getter(): $ZodType }).getter(), isNull);
    if (def.type === 'nullable') return this.#open(def.innerType!, true);
    if (wrappers.has(def.type)) return this.#open(def.innerType!, isNull);
    if (def.type !== 'pipe') return { schema, null: isNull };
    const { in: input, out } = def as unknown as { readonly in: $ZodType; readonly out: $ZodType };
    return this.#open(this.direction === 'down' ? out : input, isNull);
  }
}

type Shape = Readonly<Record<string, $ZodType>>;

const wrappers: ReadonlySet<string> = new Set(['optional', 'default', 'prefault', 'catch', 'readonly', 'nonoptional']);
const anything: ReadonlySet<string> = new Set(['any', 'unknown', 'custom', 'transform']);

/** `string`, `integer`, `object`, `array`. */
function kindOf(schema: $ZodType): string {
  const def = definitionOf(schema) as { readonly type: string; readonly format?: string };
  if (anything.has(def.type)) return 'any';
  if (def.type === 'enum' || def.type === 'literal') return `one of ${JSON.stringify(valuesOf(schema))}`;
  const isWhole = def.type === 'number' && /int/.test(def.format ?? String(schema._zod.bag['format'] ?? ''));
  return isWhole ? 'integer' : def.type;
}

function valuesOf(schema: $ZodType): readonly unknown[] | null {
  const def = definitionOf(schema);
  if (def.type === 'enum') return util.getEnumValues(def.entries);
  return def.type === 'literal' ? def.values : null;
}

function optionsOf(schema: $ZodType): readonly $ZodType[] {
  const def = definitionOf(schema);
  return def.type === 'union' ? (def.options as readonly $ZodType[]) : [schema];
}

/** What stands in the same place of two containers that are no objects. */
function innerPairs(frozen: $ZodType, schema: $ZodType): readonly (readonly [$ZodType, $ZodType, string])[] {
  const [before, now] = [definitionOf(frozen), definitionOf(schema)];
  const pair = (one: unknown, other: unknown, name: string) =>
    one && other ? [[one as $ZodType, other as $ZodType, name] as const] : [];
  if (before.type === 'array' && now.type === 'array') return pair(before.element, now.element, '[]');
  if (before.type === 'record' && now.type === 'record') return pair(before.valueType, now.valueType, '{}');
  if (before.type === 'intersection' && now.type === 'intersection')
    return [...pair(before.left, now.left, ''), ...pair(before.right, now.right, '')];
  if (before.type === 'tuple' && now.type === 'tuple')
    return before.items.flatMap((item, index) => pair(item, now.items[index], `[${index}]`));
  return [];
}
