import type { Schema } from '../../routing/declare/schema.js';
import { ComponentNames } from './component-names.js';
import type { Direction, JsonSchema } from './open-api.js';

export interface DescribedSchema {
  /** Refers to its components as `#/components/schemas/<name>`. */
  readonly jsonSchema: JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** A schema in JSON Schema 2020-12; throws an UndescribableSchemaError that names the place. */
export function describeSchema(schema: Schema, io: Direction): DescribedSchema {
  const names = new ComponentNames();
  names.add(schema, io, { version: null, hint: () => 'Schema' });
  return { jsonSchema: names.describe(schema, io), components: names.components() };
}
