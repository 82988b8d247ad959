import type { Level } from '../report/level.js';
import type { Witness } from '../jsonschema/containment/containment.js';
import type { LifecyclePolicy } from './lifecycle/judge-lifecycle.js';
import type { OpenDocument } from '../openapi/open-document.js';
import type { AlignedOperations, Alignment } from '../openapi/operations/align-operations.js';
import type { Operation, OperationPair } from '../openapi/operations/operation-pair.js';

/** A finding before its operation and its level are known. */
export interface Draft<Id extends string> {
  readonly id: Id;
  /** JSON pointer tokens in the document, or below `under`. */
  readonly tokens: readonly string[];
  readonly under?: string;
  readonly message: string;
  /** The most severe level that the finding may have. */
  readonly cappedLevel?: Level | null;
  /** The level that its effect has, instead of that of the check. */
  readonly level?: Level;
  /** A value that shows the effect. */
  readonly witness?: Witness;
  /** A value that shows the effect but is hardly ever sent; only errors show it. */
  readonly rareWitness?: Witness;
  /** It breaks clients that follow the document to the letter, and hardly any others. */
  readonly isByTheLetter?: boolean;
  /** The old and the new address of an operation: `GET /users`. */
  readonly moved?: { readonly from: string; readonly to: string };
  /** Neither a value nor a proof was found, which the message says. */
  readonly isUncertain?: boolean;
}

/** What a comparison knows beside the two sides. */
export interface ComparisonContext {
  readonly policy: LifecyclePolicy;
  readonly alignment: Alignment;
  /** The most severe level found so far, for what judges the findings themselves. */
  readonly worst?: Level;
}

/** Two whole documents and their matched operations. */
export interface DocumentPair {
  readonly base: OpenDocument;
  readonly revision: OpenDocument;
  readonly operations: AlignedOperations;
}

/** A draft, and its operation unless it concerns the whole document. */
export interface DocumentDraft<Id extends string> extends Draft<Id> {
  readonly operation?: Operation;
}

/** The side that sends what a check is about; `none` where it concerns no message. */
export type CheckDirection = 'request' | 'response' | 'none';

/** A check as the file of its family lists it, beside its id. */
export type CheckFacts = readonly [level: Level, direction: CheckDirection, area: string, kind: string, action: string];

/** A family of checks is one file: the ids and levels of its checks, and the comparison that finds them. */
export interface DocumentFamily<Id extends string, Name extends string = string> {
  readonly name: Name;
  readonly checks: Readonly<Record<Id, CheckFacts>>;
  readonly compare: (pair: DocumentPair, context: ComparisonContext) => readonly DocumentDraft<NoInfer<Id>>[];
}

/** A family of checks over an operation that both documents have. */
export interface OperationFamily<Id extends string, Name extends string = string> {
  readonly name: Name;
  /** Whether it also compares operations that the server calls: webhooks and callbacks. */
  readonly inbound: boolean;
  readonly checks: Readonly<Record<Id, CheckFacts>>;
  readonly compare: (pair: OperationPair, context: ComparisonContext) => readonly Draft<NoInfer<Id>>[];
}

/** Declares a family over two whole documents; its comparison can name no id but its own. */
export function documentFamily<Id extends string, const Name extends string>(family: DocumentFamily<Id, Name>) {
  return Object.freeze(family);
}

/** Declares a family over an operation; its comparison can name no id but its own. */
export function operationFamily<Id extends string, const Name extends string>(family: OperationFamily<Id, Name>) {
  return Object.freeze(family);
}

/** A value as messages show it, shortened where it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
