export { Module, type ModuleOptions } from './wiring/module.js';
export { token, type Injectable, type Token } from './wiring/token.js';
export { inject } from './wiring/inject.js';
export { provide, type Provider } from './wiring/provide.js';
export type { Problem as BootProblem, Severity, Source } from './report/problem.js';

export { Controller } from './routing/declare/controller.js';
export { Delete, Get, Head, Options, Patch, Post, Put } from './routing/declare/verbs.js';
export { VERSION_NEUTRAL } from './routing/declare/declared-version.js';
export { Version } from './routing/declare/version.js';
export { Deprecated, type DeprecatedOptions } from './routing/declare/deprecated.js';
export { Public, Roles } from './routing/declare/access.js';
export type { Guard, GuardInput } from './routing/declare/guard.js';
export { UseGuards } from './routing/declare/use-guards.js';
export { SkipThrottle, Throttle } from './routing/declare/throttle.js';
export { Idempotent } from './routing/declare/idempotent.js';
export { ApiDoc, ApiHidden } from './routing/declare/api-doc.js';
export type { ApiDocOptions } from './routing/declare/api-doc-options.js';
export type {
  HandlerResult,
  Input,
  ResponseDetail,
  ResponseEntry,
  RouteSchemas,
} from './routing/declare/route-schemas.js';
export type { Access, Deprecation, IdempotencyPolicy, Method, Route, ThrottlePolicy } from './routing/table/route.js';
export type { Caller } from './routing/declare/caller.js';
export type { RequestTrace } from './routing/declare/request-trace.js';
export type { Schema } from './routing/declare/schema.js';
export type { VersioningOptions } from './routing/versioning/versioning.js';
export type {
  CommandEnvironment,
  DocumentInfo,
  DocumentOptions,
  LifecycleOptions,
  Logger,
  Middleware,
  Mount,
  MountHandler,
  PageOptions,
  PageVersion,
  PartDescription,
  PreparedService,
  ServeEnvironment,
  ServiceDefinition,
  ServiceOptions,
} from './routing/table/service-options.js';
export type { IdempotencyClaim, IdempotencyStore, StoredResponse, ThrottleStore } from './routing/table/stores.js';
export { HttpError } from './routing/table/http-error.js';
export { BootError } from './routing/table/boot-error.js';
export { HttpOptionsProvider } from './routing/declare/http-options-provider.js';
export { ROUTES } from './routing/table/routes-token.js';
export { defineService } from './routing/declare/define-service.js';
export { APP_STATE, type AppState } from './routing/table/app-state.js';

export { createApp } from './server/create-app.js';
export type { App } from './server/app.js';
export { clientAddress } from './server/request/client-address.js';
export { NotFound, Problem, ValidationError } from './export/document/problem-schemas.js';
