import type { Operation } from '../operation/operation.js';
import type { AlignedOperations } from '../operation/align-operations.js';
import type { ComparisonContext, Draft } from '../operation/operation-rule.js';
import type { OpenDocument } from '../open-document.js';

/** Two whole documents, with their operations brought together. */
export interface DocumentPair {
  readonly base: OpenDocument;
  readonly revision: OpenDocument;
  readonly operations: AlignedOperations;
}

/** A draft, and the operation it belongs to when it belongs to one. */
export type DocumentDraft = Omit<Draft, 'rule'> & { readonly operation?: Operation };

/** One rule or family of rules over two whole documents. */
export interface DocumentRule {
  readonly name: string;
  readonly compare: (pair: DocumentPair, context: ComparisonContext) => readonly DocumentDraft[];
}
