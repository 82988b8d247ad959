import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { freePort } from './own-redis.js';
import { ServeProcess } from './serve-process.js';

/** A connection to the database that the test can cut and restore. */
class Wire {
  readonly #target: URL;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(target: string, port: number) {
    this.#target = new URL(target);
    this.#port = port;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async mend(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port) || 5_432, this.#target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            near.destroy();
            far.destroy();
          });
      }
      near.pipe(far).pipe(near);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async cut(): Promise<void> {
    if (this.#server === undefined) return;
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
    this.#server = undefined;
  }
}

describe.skipIf(!testDatabaseUrl)('readiness on PostgreSQL', () => {
  let schema: OwnSchema;
  let wire: Wire;
  let service: ServeProcess;

  beforeAll(async () => {
    schema = await createOwnSchema();
    wire = new Wire(schema.url, await freePort());
    await wire.mend();
    service = await ServeProcess.start({ DATABASE_URL: wire.url, AUTH_SECRET: 'a secret of more than 32 characters' });
  });

  afterAll(async () => {
    await service?.stop();
    await wire?.cut();
    await schema?.drop();
  });

  const ready = () => service.send('GET', '/health/ready');

  it('is lost while the database is down, unlike liveness, and recovers by itself', async () => {
    expect((await ready()).status).toBe(200);
    await wire.cut();
    const start = performance.now();
    const { status, body } = await ready();
    expect(performance.now() - start).toBeLessThan(2_000);
    expect([status, body['status']]).toEqual([503, 'down']);
    expect(body['checks']).toMatchObject([
      { name: 'database', critical: true },
      { state: 'up' },
      { state: 'up' },
      { name: 'queue', critical: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
    expect((await service.send('GET', '/health/live')).status).toBe(200);
    await wire.mend();
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200);
  });

  it('jobs go on after the outage', async () => {
    const receipt = await service.send('POST', '/jobs/thumbnails', { width: 16 });
    const state = async () =>
      (await service.send('GET', `/jobs/thumbnails/${String(receipt.body['id'])}`)).body['state'];
    await expect.poll(state, { timeout: 10_000 }).toBe('completed');
  });
});
