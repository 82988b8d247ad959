import type { RequestInput } from './write-request.js';

/** What a request is to show. */
export type CaseKind =
  /** Fits what the version promises. */
  | 'valid'
  /** Has one mistake. */
  | 'invalid'
  /** GET and HEAD, one after the other. */
  | 'head'
  | 'options'
  /** Names a version that does not exist. */
  | 'unknown-version'
  /** Names no version. */
  | 'no-version'
  /** Sends no credentials where they are needed. */
  | 'no-credentials'
  /** Fits what the version promises, and names something that most likely does not exist. */
  | 'unknown-name'
  /** A write that is sent again after it succeeded; the last answer is judged. */
  | 'again'
  /** Written by somebody else, so that nothing is known about it. */
  | 'seen';

/** One request to be sent; plain data. */
export interface Case {
  readonly kind: CaseKind;
  /** Its position among the operations of the promise. */
  readonly operation: number;
  readonly input: RequestInput;
  /** The version that is named instead of the operation's own. */
  readonly named?: string;
  /** `query limit`, `body /items/0`: what is wrong with an invalid request. */
  readonly mistake?: string;
  /** The key of the parameter that is wrong. */
  readonly mistaken?: string;
  /** Whether the address names something that no seed names. */
  readonly isMadeUp?: boolean;
}

/** A declared rule that no request of a plan breaks. */
export interface UntriedRule {
  /** `query parameter limit: maximum`, `body /name: pattern` */
  readonly rule: string;
  readonly why: string;
}
