import type { App } from '../server/app.js';
import { createApp } from '../server/create-app.js';
import type { ServeEnvironment, ServiceDefinition, ServiceOptions } from '../routing/table/service-options.js';
import type { Class } from '../wiring/metadata.js';

/** What a test changes of the service. */
export interface TestOptions extends ServiceOptions {
  /** For a definition with `prepare`; without settings by default, in the current folder. */
  readonly environment?: Partial<ServeEnvironment>;
}

/** An app that is ready to answer, without a port. `await using` closes it. */
export interface TestApp extends AsyncDisposable {
  readonly app: App;
  /** Sends a request: `request('/orders?limit=2', { headers })`. */
  readonly request: App['request'];
  readonly close: () => Promise<void>;
}

/**
 * Creates the app of a root module, or of a definition with its options, for a test: with `providers` in place of the service's own, and answers that
 * do not fit their schemas as a 500 whose log entry says where. Rejects like `createApp`.
 */
export async function testApp(
  target: Class | ServiceDefinition,
  { environment = {}, ...options }: TestOptions = {},
): Promise<TestApp> {
  const { root, prepare, ...own } = typeof target === 'function' ? { root: target } : target;
  const prepared = await prepare?.({ env: {}, cwd: '.', configFile: null, workers: 1, ...environment });
  const providers = [own.providers, prepared?.providers, options.providers].flatMap((list) => list ?? []);
  const app = await createApp(root, { ...own, ...prepared, responses: 'check', ...options, providers });
  const close = () => app.close();
  return { app, request: app.request, close, [Symbol.asyncDispose]: close };
}
