import type { Json } from '../../json/json.js';
import type { Place } from '../object-model.js';
import type { OpenDocument } from '../open-document.js';
import type { Operation } from '../operations/operation-pair.js';

/** Something in a document that is not as OpenAPI demands, and that does not keep its readers from using it. */
export interface FoundMistake {
  /** A sentence. */
  readonly message: string;
  /** A sentence that says what to write instead. */
  readonly fix: string;
  /** Where it is in the document. */
  readonly tokens: readonly string[];
}

/** A value of a document, and what OpenAPI has in its place. */
export interface PlacedValue {
  readonly value: Json;
  readonly place: Place;
  readonly tokens: () => readonly string[];
}

/** What mistakes are looked for in. */
export interface SearchedDocument {
  readonly document: OpenDocument;
  /** Those below `paths`. */
  readonly operations: readonly Operation[];
  /** And those of webhooks. */
  readonly allOperations: readonly Operation[];
  readonly values: readonly PlacedValue[];
}

/** A kind of mistake. */
export interface MistakeKind {
  /** A stable kebab-case id. */
  readonly id: string;
  /** What is as it should be where there is no such mistake. */
  readonly summary: string;
  readonly find: (searched: SearchedDocument) => readonly FoundMistake[];
}

/** `GET /books`, as messages name an operation. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

export const quote = (value: Json | undefined): string => JSON.stringify(value);
