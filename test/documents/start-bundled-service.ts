import { createApp, type Logger, provide } from 'svckit';
import { LOGGER } from '../../src/service/configuration/logger.js';
import { readSettings } from '../../src/service/configuration/read-settings.js';
import { SETTINGS } from '../../src/service/configuration/settings.js';
import { makeTemporaryFolder } from '../../src/service/database/temporary-database.js';
import service from '../../src/service/service.js';

/** The bundled service as it is served, in this process and on a data folder of its own. */
export async function startBundledService(env: Readonly<Record<string, string>> = {}) {
  const folder = await makeTemporaryFolder();
  const { settings } = readSettings({ env: { DATA_DIR: folder.path, ...env }, cwd: folder.path });
  const log: string[] = [];
  const write = (message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const logger: Logger = { info: write, warn: write, error: write };
  const { root, prepare: _prepare, ...options } = service;
  const app = await createApp(root, { ...options, providers: [provide(SETTINGS, { useValue: settings }), provide(LOGGER, { useValue: logger })] });
  const url = await app.listen(0);
  const close = async () => {
    await app.close();
    await folder.remove();
  };

  /** Creates an account and answers its session token. */
  async function signUp(email: string, address = '192.0.2.1'): Promise<string> {
    const answer = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST', headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address }, body: JSON.stringify({ name: 'Ada', email, password: 'correct horse battery' }),
    });
    const { token } = (await answer.json()) as { token?: string };
    if (!token) throw new Error(`Sign-up answered ${answer.status} without a token.`);
    return token;
  }

  return { app, url, log, settings, close, signUp };
}
