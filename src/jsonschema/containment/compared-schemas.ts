import type { Json } from '../../json/json.js';
import type { Reading } from './reading.js';

/** One schema of each document. */
export interface SchemaNodes {
  readonly base: Json | undefined;
  readonly revision: Json | undefined;
}

/** Who sends the values of two schemas, and how. */
export interface Use {
  /** A request is sent by clients, who know the base; an answer is sent by the server, which knows the revision. */
  readonly direction: Reading['direction'];
  readonly textual: Reading['textual'];
}

/**
 * `usual` leaves values aside that hardly anyone sends: members that only the other side names, and several members of a
 * oneOf with a discriminator at once. `loose` also leaves aside what hardly any receiver refuses: what matches several members of any oneOf, and
 * members of an answer that it does not name. `strict` counts every value of JSON Schema.
 */
export type Values = 'usual' | 'loose' | 'strict';

/** A value that one side may send and the other side refuses. */
export interface Witness {
  readonly value: Json;
  readonly acceptedBy: 'base' | 'revision';
  readonly refusedBy: 'base' | 'revision';
  /** What is wrong with the value for the side that refuses it. */
  readonly why: string;
}

/** Whether everything that is sent is accepted: yes, no with a value that is not, or undecided, perhaps because the comparison has no steps left. */
export type Containment =
  | { readonly kind: 'contained' }
  | { readonly kind: 'witness'; readonly witness: Witness }
  | { readonly kind: 'unknown'; readonly isOutOfSteps: boolean };
