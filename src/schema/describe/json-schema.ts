/** A JSON Schema 2020-12 object, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The side of a schema: what a client sends, or what it receives. */
export type Direction = 'input' | 'output';
