import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { quickest } from './quickest.js';
import { ServeProcess } from './serve-process.js';
import { TcpGate } from './tcp-gate.js';

describe.skipIf(!testDatabaseUrl)('readiness on PostgreSQL', () => {
  let schema: OwnSchema;
  let gate: TcpGate;
  let service: ServeProcess;

  beforeAll(async () => {
    schema = await createOwnSchema();
    const { hostname, port } = new URL(schema.url);
    gate = new TcpGate({ host: hostname, port: Number(port || 5_432) });
    await gate.open();
    service = await ServeProcess.start({
      DATABASE_URL: gate.through(schema.url),
      AUTH_SECRET: 'a secret of more than 32 characters',
    });
  });

  afterAll(async () => {
    await service?.stop();
    await gate?.shut();
    await schema?.drop();
  });

  const ready = () => service.send('GET', '/health/ready');

  it('is lost while the database is down, unlike liveness, and recovers by itself', async () => {
    expect((await ready()).status).toBe(200);
    await gate.shut();
    const { value, ms } = await quickest(2_000, ready);
    expect(ms).toBeLessThan(2_000);
    const { status, body } = value;
    expect([status, body['status']]).toEqual([503, 'down']);
    expect(body['checks']).toMatchObject([
      { name: 'database', critical: true },
      { state: 'up' },
      { state: 'up' },
      { name: 'queue', critical: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
    expect((await service.send('GET', '/health/live')).status).toBe(200);
    await gate.open();
    await expect.poll(async () => (await ready()).status).toBe(200);
  });

  it('jobs go on after the outage', async () => {
    const receipt = await service.send('POST', '/jobs/thumbnails', { width: 16 });
    const state = async () =>
      (await service.send('GET', `/jobs/thumbnails/${String(receipt.body['id'])}`)).body['state'];
    await expect.poll(state).toBe('completed');
  });
});
