import type { ErrorOptions } from '../routing/table/error-options.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import type { Class } from '../wiring/metadata.js';
import type { DocumentSettings } from './document/document-settings.js';
import { findOptionsProvider, providesOption } from './options-provider.js';

/** The options that the documents of an app depend on; a whole service definition fits. */
export type DocumentedApp = Pick<
  ServiceDefinition,
  | 'documents'
  | 'prefix'
  | 'versioning'
  | 'mount'
  | 'throttle'
  | 'csrf'
  | 'cors'
  | 'info'
  | 'securitySchemes'
  | 'now'
  | 'usage'
  | 'authenticate'
  | 'webhooks'
  | keyof ErrorOptions
>;

/** The options of `buildDocument` for an app, without its mounts; with a `root`, its options provider counts too. */
export function documentSettings(app: Omit<DocumentedApp, 'mount'> & { readonly root?: Class }): DocumentSettings {
  const { root, documents, info, prefix, versioning, throttle, csrf, cors, securitySchemes, webhooks } = app;
  const { renderProblem, problemSchema, validationStatus } = app;
  const { info: own, servers, tags } = documents ?? {};
  const provider = root && findOptionsProvider(root);
  const guarded = csrf ?? (provider ? providesOption(provider, 'csrf') === true : false);
  const errors = { renderProblem, problemSchema, validationStatus };
  const page = { servers, tags, info: info ?? own };
  return { prefix, versioning, throttle, csrf: guarded, cors, securitySchemes, webhooks, ...errors, ...page };
}
