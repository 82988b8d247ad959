import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { startServiceForTest } from '../../service/src/testing/start-test-service.js';
import { DatabaseModule } from '../../service/src/database/database-module.js';
import { UsersModule } from '../../service/src/users/users-module.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { TcpGate } from './tcp-gate.js';

describe.skipIf(!testDatabaseUrl)('when PostgreSQL goes down', () => {
  it('routes that need it answer 503, and recover by themselves', async () => {
    const schema = await createOwnSchema();
    onTestFinished(() => schema.drop());
    const url = new URL(schema.url);
    const gate = new TcpGate({ host: url.hostname, port: Number(url.port || 5432) });
    await gate.open();
    onTestFinished(() => gate.shut());
    Object.assign(url, { hostname: '127.0.0.1', port: String(gate.port) });
    const service = await startServiceForTest([ConfigurationModule, DatabaseModule, UsersModule], {
      DATABASE_URL: url.href,
      AUTH_SECRET: 'a secret for tests, of at least 32 characters',
    });
    expect(await service.send('POST', '/users', { name: 'Ada' })).toMatchObject({ status: 201 });

    await gate.shut();
    const refused = await service.send('GET', '/users');
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'database-unavailable', detail: 'The database does not respond. Try again.' },
    });
    expect(refused.headers.get('Retry-After')).toBe('1');

    await gate.open();
    expect(await service.send('GET', '/users')).toMatchObject({ status: 200, body: [{ name: 'Ada' }] });
  });
});
