import type { Direction, JsonSchema } from './json-schema.js';

/** A schema that others refer to as `#/$defs/<key>`. */
export interface Definition {
  /** Its name, such as from `.meta({ id })`; null for a definition that exists only because it refers to itself. */
  readonly id: string | null;
  readonly schema: JsonSchema;
}

/** One schema in JSON Schema, with its definitions. */
export interface SchemaWithDefinitions {
  readonly root: JsonSchema;
  readonly definitions: Readonly<Record<string, Definition>>;
}

/** Reads the schemas of one library without running the service's code. */
export interface SchemaReader<S = unknown> {
  recognises(schema: unknown): schema is S;
  /** May have the marks of `marks.ts`. Throws what the library's converter throws. */
  read(schema: S, io: Direction): SchemaWithDefinitions;
  /** Whether a request without such a value is accepted. */
  acceptsAbsence(schema: S): boolean;
}

/** Thrown for a schema that JSON Schema cannot express; `place` is the location in it, such as `items[].when`. */
export class UndescribableSchemaError extends Error {
  override readonly name = 'UndescribableSchemaError';
  /** What is wrong, as a sentence. */
  readonly reason: string;
  readonly fix: string;

  constructor(
    readonly what: string,
    readonly place: string,
    fix = 'Use a type that JSON has, or give it .meta({ type: … }).',
  ) {
    const reason = `${place === '' ? 'The schema' : place} is ${what}, which JSON Schema cannot describe.`;
    super(`${reason} ${fix}`);
    this.reason = reason;
    this.fix = fix;
  }
}

/** `['properties', 'items', 'items']` as `items[]`. */
export function schemaPlace(path: readonly (string | number)[]): string {
  let place = '';
  for (let index = 0; index < path.length; index++) {
    const step = path[index]!;
    if (step === 'properties') place += `${place === '' ? '' : '.'}${path[++index] ?? ''}`;
    else if (step === 'items') place += '[]';
    else if (step === 'additionalProperties' || step === 'patternProperties') place += '[key]';
    else if (step === 'prefixItems') place += `[${path[++index] ?? ''}]`;
  }
  return place;
}
