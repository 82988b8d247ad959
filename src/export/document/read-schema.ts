import { isSchema, type Schema } from '../../routing/declare/schema.js';
import type { Direction, JsonSchema } from './open-api.js';
import { isOlderZod, readOlderZod } from './read-older-zod.js';
import { isZod, readZod } from './read-zod.js';
import { UndescribableSchemaError } from './undescribable-schema-error.js';

/** A schema that others refer to as `#/$defs/<key>`. */
export interface Definition {
  /** The name it was given with `.meta({ id })`; null when it needs one only because it refers to itself. */
  readonly id: string | null;
  readonly schema: JsonSchema;
}

/** One schema in JSON Schema, with the definitions it refers to. */
export interface SchemaReading {
  readonly root: JsonSchema;
  readonly definitions: Readonly<Record<string, Definition>>;
}

interface StandardJsonSchema {
  readonly jsonSchema?: Readonly<Record<Direction, (options: { readonly target: 'draft-2020-12' }) => JsonSchema>>;
}

/** Throws an UndescribableSchemaError that names the place. */
export function readSchema(schema: Schema, io: Direction): SchemaReading {
  if (isZod(schema)) return readZod(schema, io);
  if (isOlderZod(schema)) return readOlderZod(schema, io);
  const standard = isSchema(schema) ? (schema['~standard'] as StandardJsonSchema) : undefined;
  if (!standard?.jsonSchema)
    throw new UndescribableSchemaError(
      `a schema of ${isSchema(schema) ? schema['~standard'].vendor : 'an unknown library'}`,
      '',
    );
  const { $schema: _, ...root } = standard.jsonSchema[io]({ target: 'draft-2020-12' });
  return { root, definitions: {} };
}
