import type { Schema } from '../../schema/standard-schema.js';
import type { StreamKind } from './streamed-answer.js';

/** An answer described by more than its schema: another media type, headers, a description. */
export interface ResponseDetail {
  readonly description?: string;
  /** Left out: no body, or bytes when `mediaTypes` is given. */
  readonly schema?: Schema;
  /** `['application/json']` by default. */
  readonly mediaTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, Schema>>;
  /** The answer is a stream, and the schema that of its items. */
  readonly stream?: StreamKind;
}

/** A schema, `null` for an answer without a body, or a detail. */
export type ResponseEntry = Schema | ResponseDetail | null;
