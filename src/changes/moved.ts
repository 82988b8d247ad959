import type { ZodObject, ZodType } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { Move } from './lineage.js';
import { moverOf } from './move-values.js';
import {
  type AnyObject,
  type Shape,
  type ShapeOf,
  shapeOf,
  type WithShape,
  withShape,
  without,
} from './object-shape.js';
import { isText, requireEntries } from './read-arguments.js';
import { makeReshape, type Reshape } from './reshape.js';

/** The rest of each path that begins with a name. */
type Below<P, Name extends string> = P extends `${Name}.${infer Rest}` ? Rest : never;
type At<S, P> = P extends `${infer Name}.${infer Rest}`
  ? Name extends keyof S
    ? At<ShapeOf<S[Name]>, Rest>
    : never
  : P extends keyof S
    ? S[P]
    : never;
/** Without the members at some paths, and without the objects that are left empty. */
type Without<S, P> = {
  [K in keyof S as K extends P ? never : IsEmptied<S[K], Below<P, K & string>> extends true ? never : K]: Inside<
    S[K],
    Below<P, K & string>
  >;
};
type Inside<S, P> = [P] extends [never] ? S : WithShape<S, Without<ShapeOf<S>, P>>;
type IsEmptied<S, P> = [P] extends [never]
  ? false
  : S extends ZodObject<infer I>
    ? [keyof Without<I, P>] extends [never]
      ? true
      : false
    : false;
type FirstOf<P> = P extends `${infer Name}.${string}` ? Name : P;
/** With members at some paths: `A` maps paths to schemas. */
type With<S, A> = {
  [K in keyof S | FirstOf<keyof A>]: K extends keyof A
    ? A[K]
    : Filled<S[K & keyof S], { [P in keyof A as Below<P, K & string>]: A[P] }>;
};
type Filled<S, A> = [keyof A] extends [never] ? S : WithShape<S, With<ShapeOf<S>, A>>;
type Moved<S, M> = With<Without<S, keyof M>, { [P in keyof M as M[P] & string]: At<S, P> }>;

/** Whether a member is at a path, or with `New` the object that it would be in; null where the names of the members are not known. */
type Has<S, P, New = false> = [S] extends [never]
  ? false
  : string extends keyof S
    ? null
    : P extends `${infer Name}.${infer Rest}`
      ? Name extends keyof S
        ? Has<ShapeOf<S[Name]>, Rest, New>
        : false
      : P extends keyof S
        ? true
        : New;
/** Whether a path is only known when the service runs. */
type IsOpen<P> = Record<never, never> extends Record<P & string, unknown> ? true : false;
/** Says what is wrong with a path. */
type Checked<S, M> = {
  readonly [P in keyof M]: true extends IsOpen<P> | IsOpen<M[P]>
    ? unknown
    : Has<S, P> extends false
      ? { readonly unknown: P }
      : true extends Has<S, Exclude<M[P], keyof M>>
        ? { readonly taken: M[P] }
        : Has<Without<S, keyof M>, M[P], true> extends false
          ? { readonly unknown: M[P] }
          : unknown;
};

/** Members that were at another path: `{ 'address.city': 'city' }`, new path to old path. An object that is left without members is no part of the older shape. */
export function moved<S extends AnyObject, const M extends Readonly<Record<string, string>>>(
  after: S,
  paths: M & Checked<ShapeOf<S>, M>,
): Reshape<S, WithShape<S, Moved<ShapeOf<S>, M>>> {
  requireEntries(paths, isText, 'moved()', "moved(schema, { 'address.city': 'city' })");
  const moves = Object.entries(paths).map(([newer, older]) => ({ newer: newer.split('.'), older: older.split('.') }));
  const before = withShape(after, olderShape(shapeOf(after, 'moved'), moves));
  const has = (object: $ZodType) => (path: readonly string[]) => memberAt(shapeOf(object, 'moved'), path) !== undefined;
  const up = moves.map(({ newer, older }) => ({ from: older, to: newer }));
  const down = moves.map(({ newer, older }) => ({ from: newer, to: older }));
  return makeReshape(
    after,
    before as never,
    { down: moverOf(down, has(after), has(before)), up: moverOf(up, has(before), has(after)), moves },
    (schema) => moved(schema as AnyObject, paths as never) as Reshape,
  );
}

function olderShape(shape: Shape, moves: readonly Move[]): Shape {
  const members = moves.map(({ newer }) => {
    const member = memberAt(shape, newer);
    if (!member) throw new TypeError(`moved(): unknown member "${newer.join('.')}".`);
    return member;
  });
  const left = moves.reduce((current, { newer }) => dropMember(current, newer), shape);
  return moves.reduce((current, { older }, index) => {
    const isTaken = memberAt(shape, older) && !moves.some(({ newer }) => newer.join('.') === older.join('.'));
    if (isTaken || memberAt(current, older))
      throw new TypeError(`moved(): the schema already has a member "${older.join('.')}".`);
    return putMember(current, older, members[index]!);
  }, left);
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
  const inner = memberAt(shape, [head]);
  if (!inner) throw new TypeError(`moved(): unknown object "${head}". Write reshape(schema, { before, down, up }).`);
  return { ...shape, [head]: withShape(inner, putMember(shapeOf(inner, 'moved'), rest, member)) };
}
