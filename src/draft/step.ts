import type { Json } from '../json/json.js';

/** One difference of an object, from its newer shape to its older one. */
export type Step =
  /** A member, or with dots a path, that had another name or place. */
  | { readonly kind: 'renamed' | 'moved'; readonly newer: string; readonly older: string }
  | {
      readonly kind: 'added';
      readonly name: string;
      /** What an older request stands for: the schema's default, or nothing for an optional member; undefined where neither says it. */
      readonly value: { readonly known: Json | undefined } | undefined;
    }
  | { readonly kind: 'removed'; readonly name: string; readonly older: Member }
  | {
      readonly kind: 'converted';
      readonly name: string;
      readonly older: Member;
      readonly down: Conversion;
      readonly up: Conversion;
    };

/** A member of an object, as JSON Schema declares it. */
export interface Member {
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** What becomes of a value on its way. */
export type Conversion =
  | 'as it is'
  | 'in a list'
  /** The only item of a list that has at least one. */
  | 'the first'
  /** The first item of a list that may be empty. */
  | 'the first if any'
  | 'as text'
  | 'as a number'
  /** The value where there is one; somebody must say what stands for null or nothing. */
  | 'where there is one'
  /** Somebody must say it. */
  | 'unknown';

/** Whether requests send a schema, and answers show it. */
export interface Uses {
  readonly requests: boolean;
  readonly answers: boolean;
}

/** A way from the newer shape of an object to the older one. */
export interface Candidate {
  readonly steps: readonly Step[];
  /** Whether nothing that it needs has to be made up by somebody. */
  readonly isComplete: boolean;
}

const inventing: ReadonlySet<Conversion> = new Set(['the first if any', 'where there is one', 'unknown']);

/** Whether somebody must make up a value for a step, where a schema is used so. */
export function invents(step: Step, { requests, answers }: Uses): boolean {
  switch (step.kind) {
    case 'added':
      return requests && step.value === undefined;
    case 'removed':
      return answers && step.older.isRequired;
    case 'converted':
      return (answers && inventing.has(step.down)) || (requests && inventing.has(step.up));
    default:
      return false;
  }
}
