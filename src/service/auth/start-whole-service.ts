import { createApp, type Logger, provide } from 'svckit';
import { onTestFinished } from 'vitest';
import { LOGGER } from '../configuration/logger.js';
import { readSettings } from '../configuration/read-settings.js';
import { SETTINGS } from '../configuration/settings.js';
import { makeTemporaryFolder } from '../database/temporary-database.js';
import service from '../service.js';

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** The bundled service as it is served, in this process and on a data folder of its own, until the test has ended. */
export async function startWholeService(env: Readonly<Record<string, string>> = {}) {
  const folder = await makeTemporaryFolder();
  const { settings } = readSettings({ env: { DATA_DIR: folder.path, ...env }, cwd: folder.path });
  const log: string[] = [];
  const write = (message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const logger: Logger = { info: write, warn: write, error: write };
  const { root, prepare: _prepare, ...options } = service;
  const app = await createApp(root, { ...options, providers: [provide(SETTINGS, { useValue: settings }), provide(LOGGER, { useValue: logger })] });
  const url = await app.listen(0);
  onTestFinished(async () => {
    await app.close();
    await folder.remove();
  });

  async function send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<WholeAnswer> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, text, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  }

  async function signUp(email = 'ada@example.com'): Promise<{ readonly authorization: string }> {
    const { body } = await send('POST', '/auth/sign-up/email', { name: 'Ada', email, password: 'correct horse battery' });
    return { authorization: `Bearer ${String(body.token)}` };
  }

  return { app, url, log, settings, send, signUp };
}
