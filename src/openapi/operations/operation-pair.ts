import type { Json, JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../open-document.js';
import type { Parameter } from './read-parameters.js';

/** One operation of a document, its references followed. */
export interface Operation {
  readonly document: OpenDocument;
  readonly node: JsonObject;
  readonly method: string;
  readonly path: string;
  /** JSON pointer tokens of the operation. */
  readonly tokens: readonly string[];
  readonly operationId: string | null;
  readonly apiVersion: string | null;
  readonly parameters: readonly Parameter[];
  /** Its own servers, or those of its path; undefined where those of the document count. */
  readonly servers: Json | undefined;
}

/** The same operation in both documents. */
export interface OperationPair {
  readonly base: Operation;
  readonly revision: Operation;
  /** The server calls the client (webhooks, callbacks): the request is what the client receives. */
  readonly inbound: boolean;
}
