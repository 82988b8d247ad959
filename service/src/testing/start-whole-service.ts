import { createApp, type Logger, provide } from 'svckit';
import { onTestFinished } from 'vitest';
import { PASSWORD_HASHER } from '../auth/accounts-module.js';
import { LOGGER } from '../configuration/logger.js';
import { readSettings } from '../configuration/read-settings.js';
import { SETTINGS } from '../configuration/settings.js';
import { fastHasher } from './fast-hasher.js';
import { ofTemporaryFolder, startInTemporaryFolder } from './temporary-database.js';
import service from '../service.js';

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** The bundled service as it is served, in this process and on its own data folder and with a fast hasher; `close` ends it. */
export function startWholeService(env: Readonly<Record<string, string>> = {}) {
  return startInTemporaryFolder((folder) => startIn(folder, env));
}

/** In a folder that several starts share; `now` is its clock. */
export async function startIn(folder: string, env: Readonly<Record<string, string>>, now?: () => Date) {
  const { settings } = readSettings({ env: { ...ofTemporaryFolder(folder), ...env }, cwd: folder });
  const log: string[] = [];
  const write = (message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const logger: Logger = { info: write, warn: write, error: write };
  const { root, prepare: _prepare, ...options } = service;
  const providers = [
    provide(SETTINGS, { useValue: settings }),
    provide(LOGGER, { useValue: logger }),
    provide(PASSWORD_HASHER, { useValue: fastHasher }),
  ];
  const app = await createApp(root, { ...options, providers, ...(now && { now }) });
  const url = await app.listen(0);

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WholeAnswer> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  }

  /** Creates an account and returns its session token; each address has its own limits. */
  async function signUp(email = 'ada@example.com', address = '192.0.2.1'): Promise<string> {
    const account = { name: 'Ada', email, password: 'correct horse battery' };
    const { status, body } = await send('POST', '/auth/sign-up/email', account, { 'x-forwarded-for': address });
    if (!body.token) throw new Error(`Sign-up answered ${status} without a token.`);
    return String(body.token);
  }

  return { app, url, log, settings, close: () => app.close(), send, signUp };
}

/** The same, closed when the test ends. */
export async function startWholeServiceForTest(env?: Readonly<Record<string, string>>) {
  const service = await startWholeService(env);
  onTestFinished(() => service.close());
  return service;
}
