import { type App, createApp, type Logger, Module, type ModuleOptions, provide } from 'svckit';
import { onTestFinished } from 'vitest';
import { ofTemporaryFolder, startInTemporaryFolder } from './temporary-database.js';
import { LOGGER } from '../configuration/logger.js';
import { readSettings } from '../configuration/read-settings.js';
import { mapError } from '../map-error.js';
import { SETTINGS } from '../configuration/settings.js';
import { versions } from '../versions.js';

/** Members that tests read; the tests check what a response really has. */
export interface AnswerBody {
  readonly id: number;
  readonly name: string;
  readonly balance: number;
  readonly rows: number;
  readonly nextCursor: string | null;
  readonly entries: readonly AnswerBody[];
  readonly data: readonly AnswerBody[];
  readonly meta: { readonly nextCursor: string | null; readonly prevCursor: string | null; readonly hasMore: boolean };
  readonly errors: readonly unknown[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerBody;
}

export interface TestService {
  readonly app: App;
  readonly url: string;
  readonly log: readonly string[];
  close(): Promise<void>;
  /** Sends JSON, or text unchanged; returns the parsed response. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Serves some modules of the bundled service in this process, on its own data folder. `declared` are the versions that changes make. */
export function startTestService(
  modules: ModuleOptions['imports'],
  env: Readonly<Record<string, string>> = {},
  declared: typeof versions | null = versions,
): Promise<TestService> {
  return startInTemporaryFolder((folder) => startIn(folder, modules, env, declared));
}

async function startIn(
  folder: string,
  modules: ModuleOptions['imports'],
  env: Readonly<Record<string, string>>,
  declared: typeof versions | null,
): Promise<TestService> {
  const { settings } = readSettings({ env: { ...ofTemporaryFolder(folder), ...env }, cwd: folder });
  const log: string[] = [];
  const write = (message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const logger: Logger = { info: write, warn: write, error: write };

  @Module({
    imports: modules ?? [],
    providers: [provide(SETTINGS, { useValue: settings }), provide(LOGGER, { useValue: logger })],
  })
  class TestModule {}

  const app = await createApp(TestModule, {
    prefix: 'api',
    versioning: {
      type: 'header',
      header: 'X-API-Version',
      defaultVersion: declared ? ['1', '2'] : '1',
      ...(declared && { versions: declared }),
    },
    mapError,
    logger,
  });
  const url = await app.listen(0);
  return { app, url, log, close: () => app.close(), send };

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text === '' ? 'null' : text) as AnswerBody,
    };
  }
}

/** The same, closed when the test ends. */
export async function startServiceForTest(
  modules: ModuleOptions['imports'],
  env?: Readonly<Record<string, string>>,
): Promise<TestService> {
  const service = await startTestService(modules, env);
  onTestFinished(() => service.close());
  return service;
}
