import type { $ZodObject, output } from 'zod/v4/core';
import { compileText } from '../schema/compile-text.js';
import { keyText, memberText, setMember } from '../schema/members.js';
import { isZod } from '../schema/zod-tree.js';
import {
  type AnyObject,
  type OnlyMembers,
  type Shape,
  type ShapeOf,
  shapeOf,
  type Values,
  type WithShape,
  withShape,
  without,
} from './object-shape.js';
import { isText, requireEntries, requireOptions } from './read-arguments.js';
import { type Frozen, type Losses, makeReshape, readLosses, type Reshape } from './reshape.js';
import { findTodo } from './todo.js';

function requireMembers(shape: Shape, names: readonly string[], form: string): void {
  const unknown = names.filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0)
    throw new TypeError(`${form}(): unknown member "${unknown[0]}". Available: ${Object.keys(shape).join(', ')}.`);
}

function refuseMembers(shape: Shape, names: readonly string[], form: string): void {
  const taken = names.find((name) => Object.hasOwn(shape, name));
  if (taken !== undefined) throw new TypeError(`${form}(): the schema already has a member "${taken}".`);
}

type Renamed<S, M> = WithShape<S, { [K in keyof ShapeOf<S> as K extends keyof M ? M[K] & string : K]: ShapeOf<S>[K] }>;

/** Members that had another name: `{ newName: 'oldName' }`. */
export function renamed<S extends AnyObject, const M extends { readonly [K in keyof ShapeOf<S>]?: string }>(
  after: S,
  names: M & OnlyMembers<S, M>,
): Reshape<S, Renamed<S, M>> {
  requireEntries(names, isText, 'renamed()', "renamed(schema, { newName: 'oldName' })");
  const older = new Map(Object.entries(names as Readonly<Record<string, string>>));
  const newer = new Map([...older].map(([name, old]) => [old, name]));
  const shape = shapeOf(after, 'renamed');
  requireMembers(shape, [...older.keys()], 'renamed');
  if (newer.size < older.size) throw new TypeError('renamed(): two members have one older name. Give each its own.');
  refuseMembers(without(shape, new Set(older.keys())) as Shape, [...older.values()], 'renamed');
  const before = rename(shape, older, newer) as Shape;
  return makeReshape(
    after,
    withShape(after, before) as never,
    {
      down: renamer(shape, older, newer),
      up: renamer(before, newer, older),
      moves: [...older].map(([name, old]) => ({ newer: [name], older: [old] })),
      names: [older],
    },
    (schema) => renamed(schema as AnyObject, names as never),
  );
}

/** An undeclared member that has a name of the result is left out. */
function rename(value: Values, names: ReadonlyMap<string, string>, back: ReadonlyMap<string, string>): Values {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const other = names.get(name);
    if (other !== undefined || !back.has(name)) setMember(copy, other ?? name, value[name]);
  }
  return copy;
}

/** As `rename`; a value that has just the declared members in their order, as most have, becomes one literal. */
function renamer(shape: Shape, names: ReadonlyMap<string, string>, back: ReadonlyMap<string, string>) {
  let run: ((value: Values) => Values) | null = null;
  const compile = () => {
    const declared = Object.keys(shape);
    const tests = declared.map((name, index) => `keys[${index}] === ${JSON.stringify(name)}`);
    const literal = declared.map((name) => `${keyText(names.get(name) ?? name)}: ${memberText(name)}`);
    const text = `return (value) => {
  const keys = Object.keys(value);
  return ${[`keys.length === ${declared.length}`, ...tests].join(' && ')} ? { ${literal.join(', ')} } : others(value);
};`;
    const others = (value: Values) => rename(value, names, back);
    return compileText<typeof others>(text, { others }) ?? others;
  };
  return (value: Values): Values => (run ??= compile())(value);
}

/** What `added()` takes beside the values. */
export interface AddedOptions {
  /** `update` names members that older clients may overwrite with these values; `svc laws` requires it to be declared. */
  readonly loses?: Pick<Losses, 'update'>;
}

/** Members that were absent before; each value is the one that an older request implies. */
export function added<
  S extends AnyObject,
  const V extends { readonly [K in keyof ShapeOf<S>]?: Frozen<output<ShapeOf<S>[K]>> },
>(
  after: S,
  values: V & OnlyMembers<S, V>,
  options: AddedOptions = {},
): Reshape<S, WithShape<S, Omit<ShapeOf<S>, keyof V>>> {
  const example = "added(schema, { tags: [] }, { loses: { update: ['tags'] } })";
  requireEntries(values, () => true, 'added()', 'added(schema, { tags: [] })');
  requireOptions(options, ['loses'], 'added()', example);
  const { update } = readLosses(options.loses ?? {}, ['update'], example);
  const names = new Set(Object.keys(values));
  const shape = shapeOf(after, 'added');
  requireMembers(shape, [...names], 'added');
  return makeReshape(
    after,
    withShape(after, without(shape, names) as Shape) as never,
    {
      down: (value: Values) => without(value, names),
      up: findTodo(values) ?? adding(values as Values),
      loses: { down: [...names], update },
      names: [names],
    },
    (schema) => added(schema as AnyObject, values as never, options),
  );
}

/** Each value gets a copy of its own of what can be changed. */
function adding(values: Values): (value: Values) => Values {
  const isFixed = Object.values(values).every((one) => typeof one !== 'object' || one === null);
  return isFixed ? (value) => ({ ...value, ...values }) : (value) => ({ ...value, ...structuredClone(values) });
}

/** Removed members, with their older schemas; `down` returns what older clients see in their place. */
export function removed<S extends AnyObject, const M extends Shape, const Down extends Frozen<output<$ZodObject<M>>>>(
  after: S,
  members: M,
  options: { readonly down: (value: output<S>) => Down },
): Reshape<S, WithShape<S, ShapeOf<S> & M>> {
  const example = "removed(schema, { nick: z.string() }, { down: () => ({ nick: '' }) })";
  requireEntries(members, isZod, 'removed()', example);
  requireOptions(options, ['down'], 'removed()', example);
  if (typeof options.down !== 'function')
    throw new TypeError(`removed() needs a down, which returns what older clients see. Write ${example}.`);
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
