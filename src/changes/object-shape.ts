import type { ZodObject, ZodType } from 'zod';
import { type $ZodType, clone } from 'zod/v4/core';
import { setMember } from '../schema/members.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';
import { definitionOf, isZod } from '../schema/zod-tree.js';
import { describeValue } from './read-arguments.js';

export type Shape = Readonly<Record<string, ZodType>>;
export type AnyObject = ZodObject<Shape>;
export type ShapeOf<S> = S extends ZodObject<infer I extends Shape> ? I : never;
/** An object with other members, and with what the first says of undeclared ones. */
export type WithShape<S, I> =
  S extends ZodObject<infer _, infer Config> ? ZodObject<I extends Shape ? I : Shape, Config> : never;
/** Refuses names that an object does not have. */
export type OnlyMembers<S, M> = string extends keyof M
  ? unknown
  : { readonly [K in Exclude<keyof M, keyof ShapeOf<S>>]: { readonly unknown: K } };
export type Values = Readonly<Record<string, unknown>>;

/** The same object schema with other members, and without refinements, which refer to the newer members. */
export function withShape<S extends $ZodType>(schema: S, shape: Shape): S {
  return clone(schema, { ...definitionOf(schema), shape, checks: [] } as never) as S;
}

/** The members of an object schema; `form` is the function that was called with it. */
export function shapeOf(schema: $ZodType, form: string): Shape {
  if (!isZod(schema)) {
    const received = isSchema(schema) ? `a schema of ${(schema as Schema)['~standard'].vendor}` : describeValue(schema);
    const write = isSchema(schema) ? ' Write reshape(schema, { before, down, up }).' : '';
    throw new TypeError(`${form}() takes an object schema of Zod 4, but received ${received}.${write}`);
  }
  const def = definitionOf(schema);
  if (def.type !== 'object')
    throw new TypeError(
      `${form}() takes an object schema, but received one of type ${def.type}. Write reshape(schema, { before, down, up }).`,
    );
  return def.shape as unknown as Shape;
}

export function without(value: Values, names: ReadonlySet<string>): Values {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) if (!names.has(name)) setMember(copy, name, value[name]);
  return copy;
}
