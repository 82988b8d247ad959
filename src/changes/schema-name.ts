import type { $ZodType } from 'zod/v4/core';
import { pictureSides } from '../schema/foreign/library-pipe.js';
import { idOf, isSameSchema } from '../schema/identity.js';
import type { Hop } from './hop.js';

/** What messages and locks call a schema of a version: its id, else that of the newer shape whose `before` it is. */
export function nameOfSchema(schema: $ZodType, hop: Hop): string | undefined {
  const reshapes = [hop, ...hop.newer.toReversed()].flatMap((one) => one.reshapes);
  return firstName(
    schema,
    reshapes.map(({ reshape }) => reshape.trees),
  );
}

/** `the schema Book`; `a schema without an id`. */
export function schemaInWords(schema: $ZodType): string {
  const id = idOf(pictureSides(schema)?.[1] ?? schema);
  return id === undefined ? 'a schema without an id' : `the schema ${id}`;
}

/** The two sides of a reshape. */
type Pair = { readonly after: $ZodType; readonly before: $ZodType };

/** The schema that handlers use, where newer changes lead from it to this one; the schema itself where none does. `pairs` are those of newer versions. */
export function liveSchemaOf(schema: $ZodType, pairs: readonly Pair[]): $ZodType {
  const origin = pairs.find(({ before }) => isSameSchema(before, schema));
  if (!origin) return schema;
  return liveSchemaOf(
    origin.after,
    pairs.filter((pair) => pair !== origin),
  );
}

function firstName(schema: $ZodType, pairs: readonly Pair[]): string | undefined {
  const id = idOf(pictureSides(schema)?.[1] ?? schema);
  if (id !== undefined) return id;
  const origin = pairs.find(({ before }) => isSameSchema(before, schema));
  return (
    origin &&
    firstName(
      origin.after,
      pairs.filter((pair) => pair !== origin),
    )
  );
}
