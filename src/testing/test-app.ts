import type { App } from '../server/app.js';
import { createApp } from '../server/create-app.js';
import type { ServeEnvironment, ServiceDefinition } from '../routing/table/service-definition.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
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
  /** Stops the providers. */
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
  const request: App['request'] = async (input, init) => {
    // Not a copy of a Request, which would take its body.
    const given = input instanceof Request ? input : null;
    const url = given?.url ?? String(input);
    const method = (init?.method ?? given?.method ?? 'GET').toUpperCase();
    const headers = new Headers(init?.headers ?? given?.headers);
    const response = await app.request(input, init);
    answered.set(response, { url, method, headers });
    return response;
  };
  return { app, request, close, [Symbol.asyncDispose]: close };
}

/** What an answer of a test app was for. */
export type TestRequest = Pick<Request, 'url' | 'method' | 'headers'>;

const answered = new WeakMap<Response, TestRequest>();

/** The request of an answer of a test app; undefined for other answers. */
export function requestOf(response: Response): TestRequest | undefined {
  return answered.get(response);
}
