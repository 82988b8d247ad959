import { standForDocument } from '../routing/changes/document-operation.js';
import { declareController, declareFacts, declareVerb, type Facts } from '../routing/declare/declaration.js';
import { type DeclaredVersion, VERSION_NEUTRAL } from '../routing/declare/version.js';
import type { Exchange } from '../server/endpoint/exchange.js';
import { type Class, readDecorated } from '../wiring/metadata.js';
import type { RelayedOperation } from './relayed-operations.js';

export interface Relayed extends RelayedOperation {
  /** Its path below the version, as routes declare it: `books/:id`. */
  readonly declaredPath: string;
  /** Whether every version has it: its path names none, where others do. */
  readonly isNeutral: boolean;
  readonly handle: (exchange: Exchange) => unknown;
}

/** A controller whose handlers are the operations of a document; changes name them by their keys. */
export function relayedController(operations: readonly Relayed[], declaredPath: (path: string) => string): Class {
  const controller: Class = class operations {};
  standForDocument(controller, declaredPath);
  const source = () => null;
  declareController({ path: '', source }, readDecorated(controller, undefined));
  for (const { key, method, declaredPath, schemas, doc, security, isNeutral, handle, ranges } of operations) {
    Object.defineProperty(controller.prototype, key, { value: handle });
    declareVerb(method, declaredPath, schemas, readDecorated(controller.prototype, key), source);
    const facts = {
      relayed: { ranges },
      doc,
      ...accessOf(security),
      ...(isNeutral && { version: VERSION_NEUTRAL as DeclaredVersion }),
    };
    declareFacts(facts)(controller.prototype, key);
  }
  return controller;
}

/** An empty list takes the document's own away (OpenAPI 3.1, section 4.8.10). */
function accessOf(security: Relayed['security']): Facts {
  if (security === null) return {};
  return security.length === 0 ? { access: { kind: 'public' } } : { security };
}
