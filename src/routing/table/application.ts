import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JsonObject } from '../../json/json.js';
import type { Source } from '../../report/boot-problem.js';
import type { Decision, RequestHead, RouteAnswer } from '../matching/decision.js';
import type { DocumentInfo } from './document-options.js';
import type { PathSpelling } from './path-spelling.js';
import type { OperationShape } from '../changes/operation-stage.js';

/** An operation of an application in its newest shape. */
export interface ApplicationOperation {
  /** The name of its handler. */
  readonly key: string;
  readonly method: string;
  /** As its document has it. */
  readonly path: string;
  readonly shape: OperationShape;
}

/** What an application answers, as its own document says. */
export interface DescribedApplication {
  /** The OpenAPI document of its newest version, with the parts that stand in other files. */
  readonly document: JsonObject;
  /** What takes the place of the document's own title, version and words; null for nothing. */
  readonly info: DocumentInfo | null;
  /** Those that are routes. */
  readonly operations: readonly ApplicationOperation[];
  /** The files and lines of places of the document, by tokens of a JSON pointer; null where it is no file. */
  placesOf(tokens: readonly (readonly string[])[]): readonly (Source | null)[];
}

/** Decides who answers a request. */
export type Decide = (head: RequestHead) => Decision<RouteAnswer>;

/** An application behind a service: it answers what the service does not declare, and what the service relays to it. */
export interface Application {
  /** Takes note of a request that has reached the service's own socket. Returns what hands it on where no route answers. */
  arrive(req: IncomingMessage, res: ServerResponse, decide: Decide): () => void;
  /** Which spellings of a path are one to it. */
  spelling(): PathSpelling;
  /** Takes over a connection that becomes another protocol's (RFC 9110, section 7.8). */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Throws what reading the document throws. */
  described(): DescribedApplication;
  /** Called when the service has stopped. */
  close(): Promise<void>;
}
