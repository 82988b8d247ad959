import type { Json } from '../json/json.js';

/** One difference of an object, from its newer shape to its older one. */
export type Step =
  /** A member, or with dots a path, that had another name or place. */
  | { readonly kind: 'renamed' | 'moved'; readonly newer: string; readonly older: string }
  | {
      readonly kind: 'added';
      readonly name: string;
      /** What an older request stands for; undefined where neither the schema nor a guess says it. */
      readonly value: KnownValue | undefined;
    }
  | { readonly kind: 'removed'; readonly name: string; readonly older: Member }
  /** A member whose values differ; with another name, or with dots in a path, it also stood elsewhere. */
  | {
      readonly kind: 'converted';
      readonly newer: string;
      readonly older: string;
      readonly member: Member;
      readonly conversion: Conversion;
    }
  /** One text that became two, the first word and the rest. */
  | {
      readonly kind: 'split';
      readonly newer: readonly [string, string];
      readonly older: string;
      readonly member: Member;
    }
  /** Two texts that became one. */
  | {
      readonly kind: 'joined';
      readonly newer: string;
      readonly older: readonly [string, string];
      readonly members: readonly [Member, Member];
    };

/** The schema's default, nothing for an optional member, or a guess. */
export interface KnownValue {
  readonly known: Json | undefined;
  readonly isGuess: boolean;
  /** Whether it is one of a few values, or the only one. */
  readonly isOneOf?: boolean;
}

/** A member of an object, as JSON Schema declares it. */
export interface Member {
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** What becomes of a value in one direction. */
export interface Way {
  /**
   * The converted value as TypeScript, given the expression of the value, what to ask where somebody must say it, and how a literal is written
   * that must keep its type.
   */
  readonly write: (value: string, question: string, literal?: (value: Json) => string) => string;
  /** The converted value; undefined where somebody must say it. */
  readonly run: (value: Json) => Json | undefined;
  /** Whether values stay as they are. */
  readonly isIdentity: boolean;
  /** Whether somebody must make up a value. */
  readonly invents: boolean;
  /** Whether two values may become one. */
  readonly loses: boolean;
}

/** How values are converted, from the newer schema down to the older one and back. */
export interface Conversion {
  readonly down: Way;
  readonly up: Way;
  /** Whether both schemas allow it and nothing proves it: a unit, a map of an enum, a value that stands for null. */
  readonly isGuess: boolean;
}

/** Whether requests send a schema, and answers show it. */
export interface Uses {
  readonly requests: boolean;
  readonly answers: boolean;
  /** Whether a parameter takes a list of it. */
  readonly lists?: boolean;
}

/** A way from the newer shape of a schema to the older one: the differences of an object, or one conversion of the whole. */
export interface Candidate {
  readonly steps: readonly Step[];
  readonly whole: Conversion | null;
  /** Whether nothing that it needs has to be made up by somebody. */
  readonly isComplete: boolean;
  /** Whether a part of it is only likely, so that it is never certain. */
  readonly isGuess: boolean;
}

/** Whether somebody must make up a value for a step, where a schema is used so. */
export function invents(step: Step, uses: Uses): boolean {
  switch (step.kind) {
    case 'added':
      return uses.requests && step.value === undefined;
    case 'removed':
      return uses.answers && step.older.isRequired;
    case 'converted':
      return makesUp(step.conversion, uses);
    default:
      return false;
  }
}

/** Whether somebody must make up a value for a conversion, where a schema is used so. */
export const makesUp = ({ down, up }: Conversion, { requests, answers }: Uses): boolean =>
  (answers && down.invents) || (requests && up.invents);

/** Whether a step is only likely, where a schema is used so. */
export function guesses(step: Step, { requests }: Uses): boolean {
  switch (step.kind) {
    case 'added':
      return requests && (step.value?.isGuess ?? false);
    case 'converted':
      return step.conversion.isGuess;
    case 'split':
    case 'joined':
      return true;
    default:
      return false;
  }
}
