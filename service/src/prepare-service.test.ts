import { createApp } from 'svckit';
import { expect, it } from 'vitest';
import { prepareService } from './prepare-service.js';
import service from './service.js';
import { startInTemporaryFolder } from './testing/temporary-database.js';

/** The service as `svc serve` starts it with an environment. */
function start(env: Readonly<Record<string, string>>) {
  return startInTemporaryFolder(async (cwd) => {
    const {
      address: _address,
      parts: _parts,
      ...prepared
    } = await prepareService({ env, cwd, configFile: null, workers: 1 });
    const { root, prepare: _prepare, ...options } = service;
    const app = await createApp(root, { ...options, ...prepared });
    const url = await app.listen(0);
    const read = async (path: string) => {
      const response = await fetch(`${url}/api${path}`);
      return { status: response.status, text: await response.text() };
    };
    return { prepared, read, close: () => app.close() };
  });
}

it('records of requests what its settings ask for, and nothing by default; the documents stay as they are', async () => {
  const plain = await start({ LOG_LEVEL: 'silent' });
  expect(plain.prepared).toMatchObject({ accessLog: false, metrics: false, telemetry: false });
  expect((await plain.read('/metrics')).status).toBe(404);
  const documents = await plain.read('/openapi.json?version=2');
  await plain.close();
  const { prepared, read, close } = await start({ LOG_LEVEL: 'silent', METRICS: 'true', TELEMETRY: 'true' });
  expect(await read('/openapi.json?version=2')).toEqual(documents);
  expect((await read('/metrics')).text).toContain('route="/api/openapi.json",status="200"');
  expect(prepared.telemetry).toBe(true);
  await close();
});

it('logs every request with ACCESS_LOG, whatever the level of the log', async () => {
  const env = { LOG_LEVEL: 'silent', ACCESS_LOG: 'true' };
  const { accessLog } = await prepareService({ env, cwd: '.', configFile: null, workers: 1 });
  expect(accessLog).toMatchObject({ logger: { level: 'info' } });
});
