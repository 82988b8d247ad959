export { Module, type ModuleOptions } from './wiring/module.js';
export { token, type Injectable, type Token } from './wiring/token.js';
export { inject } from './wiring/inject.js';
export { provide, type Provider } from './wiring/provide.js';
export type { Problem as BootProblem, Severity, Source } from './wiring/problem.js';

export { Controller } from './routing/controller.js';
export { Delete, Get, Head, Options, Patch, Post, Put } from './routing/verbs.js';
export { VERSION_NEUTRAL } from './routing/declared-version.js';
export { Version } from './routing/version.js';
export { Deprecated, type DeprecatedOptions } from './routing/deprecated.js';
export { Public, Roles } from './routing/access.js';
export type { Guard, GuardInput } from './routing/guard.js';
export { UseGuards } from './routing/use-guards.js';
export { SkipThrottle, Throttle } from './routing/throttle.js';
export { Idempotent } from './routing/idempotent.js';
export { ApiDoc, ApiHidden } from './routing/api-doc.js';
export type { ApiDocOptions } from './routing/api-doc-options.js';
export type { HandlerResult, Input, ResponseDetail, ResponseEntry, RouteSchemas } from './routing/route-schemas.js';
export type { Access, Deprecation, IdempotencyPolicy, Method, Route, ThrottlePolicy } from './routing/route.js';
export type { Caller } from './routing/caller.js';
export type { RequestTrace } from './routing/request-trace.js';
export type { Schema } from './routing/schema.js';
export type { VersioningOptions } from './routing/versioning.js';
export type {
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
} from './routing/service-options.js';
export type { IdempotencyClaim, IdempotencyStore, StoredResponse, ThrottleStore } from './routing/stores.js';
export { HttpError } from './routing/http-error.js';
export { BootError } from './routing/boot-error.js';
export { HttpOptionsProvider } from './routing/http-options-provider.js';
export { ROUTES } from './routing/routes-token.js';
export { defineService } from './routing/define-service.js';
export { APP_STATE, type AppState } from './routing/app-state.js';

export { createApp } from './server/create-app.js';
export type { App } from './server/app.js';
export { clientAddress } from './server/client-address.js';
export { NotFound, Problem, ValidationError } from './export/document/problem-schemas.js';
