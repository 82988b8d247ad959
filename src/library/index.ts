/**
 * The diff of OpenAPI documents, for tools of your own: load two documents, list what changed and whom it breaks.
 *
 * @module svckit/openapi
 */

export { type LoadedDocument, loadDocument, type LoadOptions } from './load-document.js';
export { classify, diffDocuments, type DiffOptions } from './diff-documents.js';
export { type Containment, containment, type SchemaInDocument } from './containment.js';
export { DocumentError } from '../openapi/load-document-text.js';
export type { Finding, FindingPlace, FindingWitness, OperationIdentity, Reach } from '../diff/finding.js';
export type { CheckId, FamilyName } from '../diff/checks/checks.js';
export type { ChangeClass } from '../diff/classify-change.js';
export type { Witness } from '../jsonschema/containment/containment.js';
export type { Level } from '../report/level.js';
export type { Json, JsonObject } from '../json/json.js';
