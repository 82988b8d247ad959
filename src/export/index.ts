/**
 * What svc reads from a service without running it, for tools of your own: routes, documents, checks.
 *
 * @module svckit/export
 */

export { compileRoutes, type RouteTable } from '../routing/table/compile-routes.js';
export { checkWiring } from '../wiring/check-wiring.js';
export { compileService } from './compile-service.js';
export { type DescribedService, describeService } from './describe-service.js';
export { endBundler } from './loader/bundler.js';
export { adviseOnEnding, configIn, findConfig, requireConfig } from './loader/find-config.js';
export { findEntry } from './loader/find-entry.js';
export { findDemo } from './loader/find-demo.js';
export { LoadError } from './loader/load-error.js';
export { KeptModules } from './loader/kept-modules.js';
export { type LoadedApi, type LoadedService, loadApi, loadService } from './loader/load-service.js';
export type { LoadedDocuments } from './loader/load-documents.js';
export type { DocumentsSettings, NamedDocument } from './loader/read-documents-settings.js';
export { type AsyncApiDocument, buildAsyncApi } from './document/build-async-api.js';
export { documentOf as buildDocument } from './document-of.js';
export { describeSchema } from './document/component-names.js';
export { defaultDocumentVersion, UnknownVersionError } from './document/document-versions.js';
export type { BuildOptions, DocumentSettings } from './document/document-settings.js';
export type { Direction, JsonSchema, OpenApiDocument, Operation } from './document/open-api.js';
export { NotFound, Problem, ValidationError } from '../routing/table/problem-schemas.js';
export { resolveFragments } from './document/resolve-fragments.js';
export { serialiseDocument } from './document/serialise-document.js';
export { UndescribableSchemaError } from '../schema/describe/schema-reader.js';
export { type DocumentedApp, documentSettings } from './documented-app.js';
export { builtInControllers } from './documents-controller.js';
export { drawTimeline } from './timeline/draw-timeline.js';
export { checkService } from './rules/check-service.js';
export { checkWholeService, offlineProblems } from './rules/check-service.js';
export { checkReport } from './rules/check-report.js';
export { checkRules } from './rules/rules.js';
export { findVerifyProblems } from './rules/invalid-verify.js';
export type { RuleSummary } from './rules/rule.js';
