/**
 * Declare an API and its versions, serve it, and run it inside another application.
 *
 * @module svckit
 */

export { Module, type ModuleOptions } from './wiring/module.js';
export { token, type Injectable, type Token } from './wiring/token.js';
export { inject } from './wiring/inject.js';
export { provide, type Provider } from './wiring/provide.js';
export type { BootProblem, Severity, Source } from './report/boot-problem.js';

export {
  Controller,
  Delete,
  Get,
  Head,
  Options,
  Patch,
  Post,
  Put,
} from './routing/declare/verbs.js';
export { VERSION_NEUTRAL } from './routing/declare/version.js';
export {
  change,
  type Change,
  type ChangeOptions,
} from './changes/change.js';
export type { DeclaredChange } from './routing/changes/declared-changes.js';
export {
  defineVersions,
  type VersionEntry,
} from './changes/define-versions.js';
export { frozen } from './changes/frozen.js';
export type { CollectOptions } from './routing/changes/collect.js';
export {
  operation,
  type OperationChange,
  type OperationOptions,
} from './routing/changes/operation.js';
export type { OperationBefore } from './routing/changes/operation-before.js';
export type { DocumentContent, DocumentOperation } from './routing/changes/document-operation.js';
export {
  reshape,
  type Reshape,
  type ReshapeOptions,
} from './changes/reshape.js';
export { moved } from './changes/moved.js';
export { reshapes } from './changes/reshapes.js';
export { added, removed, renamed } from './changes/short-forms.js';
export { Deprecated } from './routing/declare/deprecated.js';
export type { DeprecatedOptions } from './changes/deprecation.js';
export { preview, type PreviewDeclaration } from './routing/previews/preview.js';
export { Preview } from './routing/previews/preview-decorator.js';
export type { PreviewOptions } from './routing/previews/preview-terms.js';
export {
  ApiDoc,
  ApiHidden,
  Authenticated,
  Idempotent,
  Public,
  Roles,
  Security,
  SkipThrottle,
  Throttle,
  UseGuards,
  Version,
} from './routing/declare/decorators.js';
export type {
  Caller,
  HandlerResult,
  Input,
  Register,
  RegisteredCaller,
  RequestTrace,
  RouteSchemas,
} from './routing/declare/route-schemas.js';
export type {
  DeclaredSecurity,
  SecurityRequirement,
} from './routing/declare/security.js';
export type {
  OAuthFlows,
  SecurityScheme,
} from './routing/table/security-schemes.js';
export { behaviour, type Behaviour } from './changes/behaviour.js';
export { internal, type Internal } from './schema/internal.js';
export { refuse } from './changes/refuse.js';
export { todo } from './changes/todo.js';
export type { Route } from './routing/table/route.js';
export type { Schema } from './schema/standard-schema.js';
export type { VersioningOptions } from './routing/versioning/versioning.js';
export {
  defineDocuments,
  type DocumentsDefinition,
  type DocumentSource,
  type DocumentsVersioning,
} from './routing/table/documents-definition.js';
export {
  type DocumentInfo,
  type DocumentOptions,
  type PageOptions,
  type PageVersion,
} from './routing/table/document-options.js';
export { type Logger } from './routing/table/logger.js';
export { type Mount, type MountHandler } from './routing/table/mount.js';
export {
  type CommandEnvironment,
  type OpenedUsage,
  type OpenedWebhooks,
  type PartDescription,
  type PreparedService,
  type ServeEnvironment,
  type ServiceDefinition,
} from './routing/table/service-definition.js';
export { type LifecycleOptions, type Middleware, type ServiceOptions } from './routing/table/service-options.js';
export { defineService } from './routing/table/define-service.js';
export type { LensesDefinition } from './routing/table/lenses-definition.js';
export type {
  AccessLogger,
  AccessLogOptions,
  Around,
  MetricsOptions,
  MetricsRegistry,
  RouteCall,
} from './routing/table/observing-options.js';
export type { LifecycleDelivery, LifecycleEvent } from './routing/table/lifecycle-event.js';
export type { LifecycleStore, NoticeClaim, UndeliveredNotice } from './routing/table/lifecycle-store.js';
export type {
  ConsumerKind,
  UsageBatch,
  UsageCount,
  UsageFilter,
  UsageOptions,
  UsageReading,
  UsageStore,
} from './routing/table/usage.js';
export type {
  IdempotencyClaim,
  IdempotencyStore,
  KeyedCall,
  StoredResponse,
  ThrottleStore,
  TransactionalIdempotencyStore,
} from './routing/table/stores.js';
export { HttpError } from './routing/table/http-error.js';
export type {
  FailedRequest,
  ProblemDetails,
  RenderedProblem,
} from './routing/table/error-options.js';
export { BootError } from './routing/table/boot-error.js';
export { HttpOptionsProvider } from './routing/declare/http-options-provider.js';
export {
  APP_LOGGER,
  APP_STATE,
  type AppState,
  ROUTES,
  USAGE,
  type UsageSource,
} from './routing/table/app-tokens.js';

export { createApp } from './server/create-app.js';
export type { App } from './server/app.js';
export {
  type Body,
  bytes,
  form,
  multipart,
  ndjson,
  text,
} from './routing/declare/bodies.js';
export {
  file,
  type FileField,
  type FileOptions,
  type StreamedFile,
  type UploadedFile,
} from './routing/declare/files.js';
export {
  type FileAnswer,
  sendFile,
  type SendFileOptions,
} from './routing/declare/file-answer.js';
export {
  events,
  type ItemStream,
  type ServerEvent,
} from './routing/declare/streams.js';
export { Health } from './server/health/health.js';
export { HealthModule } from './server/health/health-module.js';
export type { HealthOptions } from './server/health/health-options.js';
export type { HealthReport } from './server/health/health-report.js';
export type {
  HealthCheck,
  HealthCheckOptions,
} from './server/health/run-check.js';
export {
  clearCookie,
  type CookieOptions,
  setCookie,
} from './server/request/cookies.js';
export { clientAddress } from './server/request/client-address.js';
export {
  NotFound,
  Problem,
  ValidationError,
} from './routing/table/problem-schemas.js';
export type { Guard, GuardInput } from './routing/declare/guard.js';
export type {
  ResponseDetail,
  ResponseEntry,
} from './routing/declare/response-entry.js';
export type { ApiDocOptions, Access, IdempotencyPolicy, ThrottlePolicy } from './routing/declare/route-facts.js';
export type { Deprecation } from './changes/deprecation.js';
export type { Method } from './routing/declare/method.js';
export type { Versions } from './changes/known-versions.js';
