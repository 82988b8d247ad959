/** The interface that svckit requires of a schema: Standard Schema 1.0. */
export interface Schema<I = unknown, O = I> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Gives the value, or the issues that it has. */
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
  };
}

export type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** Zod's extension of Standard Schema. */
  readonly code?: string | undefined;
}

export type Output<S> = S extends Schema ? NonNullable<S['~standard']['types']>['output'] : undefined;

export function isSchema(value: unknown): value is Schema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}
