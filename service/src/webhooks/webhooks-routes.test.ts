import { sql } from 'kysely';
import { verifyWebhook } from 'svckit/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, startReceiver } from '../../../src/webhooks/testing/receiver.js';
import { Database } from '../database/database.js';
import { startWorker } from '../jobs/start-worker.js';
import { startIn, startWholeServiceForTest } from '../testing/start-whole-service.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';

const here = { WEBHOOKS_EGRESS: '127.0.0.1' };
const path = '/webhooks/endpoints';

async function start(env: Record<string, string> = here) {
  const service = await startWholeServiceForTest(env);
  const callers = [await service.signUp(), await service.signUp('ben@example.com', '192.0.2.2')];
  const sendAs = (caller: 0 | 1) => (method: string, target: string, body?: unknown) =>
    service.send(method, target, body, { authorization: `Bearer ${callers[caller]}` });
  return { service, ada: sendAs(0), ben: sendAs(1) };
}

async function receiver(...answers: readonly Answer[]) {
  const started = await startReceiver(...answers);
  onTestFinished(started.close);
  return started;
}

describe('webhooks of the service', () => {
  it('send users, notes and ledger entries to each endpoint in its version', async () => {
    const { service, ada, ben } = await start();
    const [one, two] = [await receiver(), await receiver()];
    const events = ['user.created', 'note.created', 'ledger.entry.created'];
    const first = await ada('POST', path, { url: one.url, events, version: '1' });
    const second = await ben('POST', path, { url: two.url, events, signing: 'ed25519' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([first.body['version'], second.body['version']]).toEqual(['1', '2']);
    expect(first.headers.get('location')).toBe(`/api${path}/${String(first.body['id'])}`);
    await service.send('POST', '/users', { name: 'Grace', tags: [{ label: 'navy' }] });
    await service.send('POST', '/notes', { text: 'Buy milk' });
    await service.send('POST', '/ledger', { memo: 'opening', amount: 5 });
    await expect.poll(() => [one.received.length, two.received.length]).toEqual([3, 3]);
    const sent = ({ received }: typeof one, { body }: typeof first) =>
      Object.fromEntries(
        received.map((request) => {
          const { event, payload } = verifyWebhook({ ...request, secret: String(body['secret']) });
          return [event, payload];
        }),
      );
    expect(sent(one, first)).toEqual({
      'user.created': { id: 1, name: 'Grace' },
      'note.created': { text: 'Buy milk' },
      'ledger.entry.created': { id: 1, memo: 'opening', amount: 5 },
    });
    expect(sent(two, second)).toMatchObject({
      'user.created': { id: 1, name: 'Grace', tags: [{ label: 'navy' }] },
      'note.created': { id: 1, text: 'Buy milk' },
    });
  });

  it('belong to the caller', async () => {
    const { service, ada, ben } = await start();
    const { url } = await receiver();
    const created = await ada('POST', path, { url, events: ['user.created'] });
    const id = String(created.body['id']);
    expect((await service.send('GET', path)).status).toBe(401);
    expect((await ben('GET', path)).body).toEqual([]);
    expect((await ada('GET', path)).body).toMatchObject([{ id, url, disabled: null }]);
    expect(JSON.stringify((await ada('GET', path)).body)).not.toContain('whsec_');
    for (const [method, target, body] of [
      ['GET', `${path}/${id}`],
      ['PATCH', `${path}/${id}`, { enabled: false }],
      ['POST', `${path}/${id}/rotate`],
      ['POST', `${path}/${id}/test`, {}],
      ['DELETE', `${path}/${id}`],
    ] as const)
      expect((await ben(method, target, body)).status, `${method} ${target}`).toBe(404);
    const rotated = await ada('POST', `${path}/${id}/rotate`);
    expect(rotated.body['secret']).not.toBe(created.body['secret']);
    expect((await ada('PATCH', `${path}/${id}`, { version: '1', enabled: false })).body).toMatchObject({
      version: '1',
      disabled: 'owner',
    });
    expect((await ada('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await ada('GET', `${path}/${id}`)).status).toBe(404);
  });

  it('can be tested, followed and replayed', async () => {
    const { ada, ben } = await start();
    const { url, received } = await receiver();
    const { body } = await ada('POST', path, { url, events: ['note.created'], version: '1' });
    const test = await ada('POST', `${path}/${String(body['id'])}/test`, {});
    expect(test.status).toBe(202);
    await expect.poll(() => received.length).toBe(1);
    expect(JSON.parse(received[0]!.body)).toEqual({ text: 'Buy milk' });
    const delivered = async () =>
      (await ada('GET', '/webhooks/deliveries?state=delivered')).body as unknown as { id: string }[];
    await expect
      .poll(delivered)
      .toMatchObject([{ event: test.body['id'], name: 'note.created', version: '1', attempts: 1 }]);
    const replay = `/webhooks/deliveries/${(await delivered())[0]!.id}/replay`;
    expect((await ben('POST', replay)).status).toBe(404);
    expect((await ada('POST', replay)).status).toBe(202);
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.body).toBe(received[0]!.body);
  });

  it('say what is wrong with an endpoint, and reach the public alone by default', async () => {
    const { ada } = await start({});
    for (const [given, place] of [
      [{ url: 'http://127.0.0.1/', events: ['user.created'] }, 'url'],
      [{ url: 'https://169.254.169.254/', events: ['user.created'] }, 'url'],
      [{ url: 'https://example.com/', events: ['user.lost'] }, 'events.0'],
      [{ url: 'https://example.com/', events: ['user.created'], version: '9' }, 'version'],
    ] as const)
      expect(await ada('POST', path, given)).toMatchObject({ status: 400, body: { errors: [{ path: place }] } });
  });

  it('are delivered by a worker where the process that serves delivers none', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const env = { ...here, JOBS_WORKER: 'false', LOG_LEVEL: 'silent' };
    const service = await startIn(folder.path, env);
    onTestFinished(() => service.close());
    const { url, received } = await receiver();
    const authorization = `Bearer ${await service.signUp()}`;
    await service.send('POST', path, { url, events: ['note.created'], version: '1' }, { authorization });
    await service.send('POST', '/notes', { text: 'Buy milk' });
    const delivery = async () => (await service.send('GET', '/webhooks/deliveries', undefined, { authorization })).body;
    expect(await delivery()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    const worker = await startWorker({ env: { ...env, DATA_DIR: folder.path }, cwd: folder.path, configFile: null });
    onTestFinished(() => worker.close());
    await expect.poll(() => received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ text: 'Buy milk' }]);
    await expect.poll(delivery).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it.each([
    ['memory', {}],
    ['a database', { SHARED_STATE: 'database' }],
  ])('and notes in %s are kept together, or neither is', async (_, env) => {
    const service = await startWholeServiceForTest({ ...here, ...env });
    const authorization = `Bearer ${await service.signUp()}`;
    const endpoint = { url: 'http://127.0.0.1:9/', events: ['note.created'] };
    await service.send('POST', path, endpoint, { authorization });
    const { kysely } = service.app.get(Database);
    await sql`alter table webhook_events rename to webhook_events_away`.execute(kysely);
    expect((await service.send('POST', '/notes', { text: 'lost' })).status).toBe(500);
    expect((await service.send('GET', '/notes')).body).toEqual([]);
    await sql`alter table webhook_events_away rename to webhook_events`.execute(kysely);
    expect((await service.send('POST', '/notes', { text: 'kept' })).status).toBe(201);
    expect((await service.send('GET', '/notes')).body).toEqual(['kept']);
    const deliveries = await service.send('GET', '/webhooks/deliveries', undefined, { authorization });
    expect(deliveries.body).toMatchObject([{ name: 'note.created' }]);
  });
});
