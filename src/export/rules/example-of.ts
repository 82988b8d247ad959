import type { ContextSource, OperationCall } from '../../routing/changes/operation-call.js';
import type { Schema } from '../../schema/standard-schema.js';
import { createExamples } from '../document/examples.js';
import { tryReadSchema } from './try-read-schema.js';

/** A value as its schema gives it; undefined where none is found. */
export function exampleOf(schema: Schema | undefined): unknown {
  const reading = schema && tryReadSchema(schema, 'output').reading;
  if (!reading) return undefined;
  const definitions = Object.entries(reading.definitions).map(([name, { schema: own }]) => [name, own] as const);
  return createExamples(Object.fromEntries(definitions), '#/$defs/').of(reading.root);
}

/** A call as a converter of an operation gets it. */
export const exampleCall = (version: string, context: ContextSource | null): OperationCall => ({
  request: { method: 'GET', url: '/', headers: {} },
  caller: null,
  version,
  context: context && exampleOf(context.schema),
});
