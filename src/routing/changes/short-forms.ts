import type { ZodObject, ZodType } from 'zod';
import { type $ZodType, clone, type output } from 'zod/v4/core';
import { definitionOf } from '../../schema/zod-tree.js';
import { type Frozen, makeReshape, type Reshape } from './reshape.js';

type Shape = Readonly<Record<string, ZodType>>;
type AnyObject = ZodObject<Shape>;
type ShapeOf<S> = S extends ZodObject<infer I extends Shape> ? I : never;
type Values = Readonly<Record<string, unknown>>;

/** The same object schema with other members, and without refinements, which refer to the newer members. */
function withShape<S extends $ZodType>(schema: S, shape: Shape): S {
  return clone(schema, { ...definitionOf(schema), shape, checks: [] } as never) as S;
}

function shapeOf(schema: $ZodType, form: string): Shape {
  const def = definitionOf(schema);
  if (def.type !== 'object')
    throw new TypeError(
      `${form}() takes an object schema, but received one of type ${def.type}. Write reshape(schema, { before, down, up }).`,
    );
  return def.shape as unknown as Shape;
}

function requireMembers(shape: Shape, names: readonly string[], form: string): void {
  const unknown = names.filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0)
    throw new TypeError(`${form}(): unknown member "${unknown[0]}". Available: ${Object.keys(shape).join(', ')}.`);
}

function refuseMembers(shape: Shape, names: readonly string[], form: string): void {
  const taken = names.find((name) => Object.hasOwn(shape, name));
  if (taken !== undefined) throw new TypeError(`${form}(): the schema already has a member "${taken}".`);
}

const without = (value: Values, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

type Renamed<S, M> = ZodObject<{ [K in keyof ShapeOf<S> as K extends keyof M ? M[K] & string : K]: ShapeOf<S>[K] }>;

/** Members that had another name: `{ newName: 'oldName' }`. */
export function renamed<S extends AnyObject, const M extends { readonly [K in keyof ShapeOf<S>]?: string }>(
  after: S,
  names: M,
): Reshape<S, Renamed<S, M>> {
  const older = new Map(Object.entries(names as Readonly<Record<string, string>>));
  const newer = new Map([...older].map(([name, old]) => [old, name]));
  const shape = shapeOf(after, 'renamed');
  requireMembers(shape, [...older.keys()], 'renamed');
  refuseMembers(without(shape, new Set(older.keys())) as Shape, [...older.values()], 'renamed');
  const move = (entries: Values, map: ReadonlyMap<string, string>) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [map.get(name) ?? name, value]));
  return makeReshape(
    after,
    withShape(after, move(shape, older) as Shape) as never,
    { down: (value: Values) => move(value, older), up: (value: Values) => move(value, newer) },
    (schema) => renamed(schema as AnyObject, names as never),
  );
}

/** Members that were absent before; each value is the one that an older request implies. */
export function added<S extends AnyObject, const V extends { readonly [K in keyof output<S>]?: output<S>[K] }>(
  after: S,
  values: V,
): Reshape<S, ZodObject<Omit<ShapeOf<S>, keyof V>>> {
  const names = new Set(Object.keys(values));
  const shape = shapeOf(after, 'added');
  requireMembers(shape, [...names], 'added');
  return makeReshape(
    after,
    withShape(after, without(shape, names) as Shape) as never,
    {
      down: (value: Values) => without(value, names),
      up: (value: Values) => ({ ...value, ...structuredClone(values as Values) }),
      loses: { down: [...names] },
    },
    (schema) => added(schema as AnyObject, values as never),
  );
}

/** Removed members, with their older schemas; `down` returns what older clients see in their place. */
export function removed<
  S extends AnyObject,
  const M extends Shape,
  const Down extends Frozen<{ readonly [K in keyof M]: output<M[K]> }>,
>(after: S, members: M, options: { readonly down: (value: output<S>) => Down }): Reshape<S, ZodObject<ShapeOf<S> & M>> {
  const names = new Set(Object.keys(members));
  const shape = shapeOf(after, 'removed');
  refuseMembers(shape, [...names], 'removed');
  return makeReshape(
    after,
    withShape(after, { ...shape, ...members }) as never,
    {
      down: (value: output<S>) => ({ ...value, ...(options.down(value) as Values) }),
      up: (value: Values) => without(value, names),
      loses: { up: [...names] },
    },
    (schema) => removed(schema as AnyObject, members, options as never),
  );
}

type At<S, P> = P extends `${infer H}.${infer T}`
  ? H extends keyof S
    ? At<ShapeOf<S[H]>, T>
    : never
  : P extends keyof S
    ? S[P]
    : never;
type Without<S, P> = P extends `${infer H}.${infer T}`
  ? {
      [K in keyof S as K extends H ? ([keyof Without<ShapeOf<S[K]>, T>] extends [never] ? never : K) : K]: K extends H
        ? ZodObject<AsShape<Without<ShapeOf<S[K]>, T>>>
        : S[K];
    }
  : Omit<S, P & keyof S>;
type AsShape<S> = S extends Shape ? S : Shape;
type With<S, P, V> = P extends `${infer H}.${infer T}`
  ? Omit<S, H> & { [K in H]: ZodObject<AsShape<With<H extends keyof S ? ShapeOf<S[H]> : unknown, T, V>>> }
  : S & { [K in P & string]: V };
type Moved<S, M, P extends keyof M = keyof M> = With<Without<ShapeOf<S>, P>, M[P], At<ShapeOf<S>, P>>;

/** Members that were at another path: `{ 'address.city': 'city' }`, new path to old path. An object left empty is removed. */
export function moved<S extends AnyObject, const M extends Readonly<Record<string, string>>>(
  after: S,
  paths: M,
): Reshape<S, ZodObject<AsShape<Moved<S, M>>>> {
  const moves = Object.entries(paths).map(([newer, older]) => ({ newer: newer.split('.'), older: older.split('.') }));
  const shape = moves.reduce(
    (current, { newer, older }) => {
      const member = memberAt(current, newer);
      if (!member) throw new TypeError(`moved(): unknown member "${newer.join('.')}".`);
      if (memberAt(current, older))
        throw new TypeError(`moved(): the schema already has a member "${older.join('.')}".`);
      return putMember(dropMember(current, newer), older, member);
    },
    shapeOf(after, 'moved'),
  );
  const before = withShape(after, shape);
  const holds = (object: $ZodType) => (path: readonly string[]) =>
    memberAt(shapeOf(object, 'moved'), path) !== undefined;
  const inOlder = holds(before);
  const inNewer = holds(after);
  return makeReshape(
    after,
    before as never,
    {
      down: (value: Values) =>
        moves.reduce((current, { newer, older }) => moveValue(current, newer, older, inOlder), value),
      up: (value: Values) =>
        moves.reduce((current, { newer, older }) => moveValue(current, older, newer, inNewer), value),
    },
    (schema) => moved(schema as AnyObject, paths as never) as Reshape,
  );
}

function memberAt(shape: Shape, [head = '', ...rest]: readonly string[]): ZodType | undefined {
  const member = Object.hasOwn(shape, head) ? shape[head] : undefined;
  return member === undefined || rest.length === 0 ? member : memberAt(shapeOf(member, 'moved'), rest);
}

/** Removes an object schema that is left without members. */
function dropMember(shape: Shape, [head = '', ...rest]: readonly string[]): Shape {
  const others = without(shape, new Set([head])) as Shape;
  if (rest.length === 0) return others;
  const left = dropMember(shapeOf(shape[head]!, 'moved'), rest);
  if (Object.keys(left).length === 0) return others;
  return { ...shape, [head]: withShape(shape[head]!, left) };
}

function putMember(shape: Shape, [head = '', ...rest]: readonly string[], member: ZodType): Shape {
  if (rest.length === 0) return { ...shape, [head]: member };
  const inner = shape[head];
  if (!inner) throw new TypeError(`moved(): unknown object "${head}". Write reshape(schema, { before, down, up }).`);
  return { ...shape, [head]: withShape(inner, putMember(shapeOf(inner, 'moved'), rest, member)) };
}

/** Moves the members that exist; `holds` says whether the target shape keeps an object that is left empty. */
function moveValue(
  value: Values,
  from: readonly string[],
  to: readonly string[],
  holds: (path: readonly string[]) => boolean,
): Values {
  const found = from.reduce<unknown>((current, name) => (isValues(current) ? current[name] : undefined), value);
  const rest = dropValue(value, from, [], holds);
  return found === undefined ? rest : putValue(rest, to, found);
}

function dropValue(
  value: Values,
  [head = '', ...rest]: readonly string[],
  above: readonly string[],
  holds: (path: readonly string[]) => boolean,
): Values {
  if (rest.length === 0) return without(value, new Set([head]));
  const inner = value[head];
  if (!isValues(inner)) return value;
  const left = dropValue(inner, rest, [...above, head], holds);
  return Object.keys(left).length === 0 && !holds([...above, head])
    ? without(value, new Set([head]))
    : { ...value, [head]: left };
}

function putValue(value: Values, [head = '', ...rest]: readonly string[], member: unknown): Values {
  if (rest.length === 0) return { ...value, [head]: member };
  const inner = value[head];
  return { ...value, [head]: putValue(isValues(inner) ? inner : {}, rest, member) };
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Part<A extends $ZodType, B extends $ZodType> = Reshape<A, B> | ((schema: A) => Reshape<A, B>);

/** Several differences of one schema, in order: each applies to the older shape of the previous one. */
export function reshapes<S extends $ZodType, A extends $ZodType>(after: S, first: Part<S, A>): Reshape<S, A>;
export function reshapes<S extends $ZodType, A extends $ZodType, B extends $ZodType>(
  after: S,
  first: Part<S, A>,
  second: Part<A, B>,
): Reshape<S, B>;
export function reshapes<S extends $ZodType, A extends $ZodType, B extends $ZodType, C extends $ZodType>(
  after: S,
  first: Part<S, A>,
  second: Part<A, B>,
  third: Part<B, C>,
): Reshape<S, C>;
export function reshapes(after: $ZodType, ...parts: readonly (Reshape | ((schema: never) => Reshape))[]): Reshape;
export function reshapes(after: $ZodType, ...parts: readonly (Reshape | ((schema: never) => Reshape))[]): Reshape {
  if (parts.length === 0)
    throw new TypeError('reshapes() takes the parts of a change, such as renamed(…) and added(…).');
  const chain: Reshape[] = [];
  for (const part of parts) {
    const schema = chain.at(-1)?.before ?? after;
    chain.push(typeof part === 'function' ? part(schema as never) : part.on(schema));
  }
  const downs = chain.map(({ down }) => down as ((value: unknown) => unknown) | null);
  const ups = chain.map(({ up }) => up as ((value: unknown) => unknown) | null).toReversed();
  return makeReshape(
    after,
    chain.at(-1)!.before,
    {
      down: compose(downs),
      up: compose(ups),
      loses: { down: chain.flatMap(({ loses }) => loses.down), up: chain.flatMap(({ loses }) => loses.up) },
    },
    (schema) => reshapes(schema, ...parts),
  );
}

function compose(steps: readonly ((value: unknown) => unknown)[] | readonly (((value: unknown) => unknown) | null)[]) {
  if (steps.some((step) => step === null)) return undefined;
  return (value: unknown) => steps.reduce((current, step) => step!(current), value);
}
