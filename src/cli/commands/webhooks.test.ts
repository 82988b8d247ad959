import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

/** A service whose store has endpoints of two versions, and deliveries in every state. */
let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  const service = (rest: string) => `
    import { Controller, defineService, defineVersions, Get, Module } from 'svckit';
    import { memoryWebhookStore, webhook } from 'svckit/webhooks';
    import { z } from 'zod';
    const bookAdded = webhook('book.added', { payload: z.object({ id: z.int() }), description: 'A book was added.' });
    @Controller('books') class Books { @Get('', { response: z.array(z.object({ id: z.int() })) }) list() { return []; } }
    @Module({ controllers: [Books] }) class Root {}
    const t0 = Date.UTC(2026, 10, 26, 12);
    async function store() {
      const store = memoryWebhookStore();
      const endpoint = (id, version, disabled = null) => ({ id, subject: 'ada', url: 'https://example.com/' + id, description: '', events: ['book.added'],
        version, secrets: [], disabled, pausedUntil: 0, succeededAt: null, failedAt: null, createdAt: t0 });
      await store.addEndpoint(endpoint('ep_1', '1'));
      await store.addEndpoint(endpoint('ep_2', '2'));
      await store.addEndpoint(endpoint('ep_3', '1', 'gone'));
      for (const id of ['msg_1', 'msg_2'])
        await store.publish({ id, name: 'book.added', subject: 'ada', shape: '2', data: '{"id":1}', createdAt: t0 }, {});
      const taken = await store.take({ lease: 'a', now: t0, leaseMs: 1, limit: 4, perEndpoint: 9 });
      const done = { version: '1', attempts: 1, attemptedAt: t0, status: 500, reason: 'Answered 500.' };
      await store.finish(taken[0], { ...done, state: 'pending', dueAt: t0 + 3_600_000 });
      await store.finish(taken[1], { ...done, state: 'failed', dueAt: null });
      await store.finish(taken[2], { ...done, state: 'delivered', dueAt: null, status: 204, reason: null });
      return store;
    }
    export default defineService({ root: Root, webhooks: [bookAdded],
      versioning: { type: 'header', header: 'X-API-Version', versions: defineVersions(['1', '2']) }, ${rest} });`;
  project = makeProject({
    'svc.config.ts': service(`openWebhooks: async ({ env }) => {
      const opened = await store();
      const findDelivery = opened.findDelivery.bind(opened);
      if (env.FIRST) opened.findDelivery = async () => (await opened.listDeliveries({ states: [env.FIRST], limit: 1 }))[0] ?? null;
      const replay = opened.replay.bind(opened);
      if (env.FIRST) opened.replay = async (id, now) => replay((await opened.findDelivery(id)).id, now);
      return { store: opened };
    }`),
    'none.config.ts': service(''),
    'broken.config.ts': service(`openWebhooks: async () => { throw new Error('The database does not respond.'); }`),
    'retiring.config.ts': service(
      `openWebhooks: async () => ({ store: await store() }), openUsage: () => ({ store: { read: () => ({ since: Date.UTC(2026, 0, 1), counts: [] }) } })`,
    ),
  });
});
afterAll(() => project.remove());

const run = (argv: readonly string[], env: Record<string, string> = {}) => capture(argv, { cwd: project.cwd, env });
const plain = (text: string) => text.replaceAll(/dlv_\w+/g, 'dlv_…').replaceAll(/ {2,}/g, '  ');

describe('svc webhooks', () => {
  it('shows endpoints by version, and what is failing', async () => {
    const { code, stdout, stderr } = await run(['webhooks']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(plain(stdout)).toMatchInlineSnapshot(`
      "VERSION  ENDPOINTS  DISABLED
      1  1  1
      2  1

      DELIVERY  EVENT  VERSION  ENDPOINT  ATTEMPTS  NEXT  REASON
      dlv_…  book.added  1  ep_2  1  failed  Answered 500.
      dlv_…  book.added  1  ep_1  1  2026-11-26T13:00Z  Answered 500.

      2 deliveries failing. Send one again: svc webhooks --replay dlv_…
      "
    `);
  });

  it('lists the endpoints of a version', async () => {
    expect(plain((await run(['webhooks', '--api-version', '1'])).stdout)).toMatchInlineSnapshot(`
      "VERSION  ENDPOINTS  DISABLED
      1  1  1
      2  1

      ENDPOINT  SUBJECT  URL  EVENTS  DISABLED
      ep_1  ada  https://example.com/ep_1  book.added
      ep_3  ada  https://example.com/ep_3  book.added  gone

      DELIVERY  EVENT  VERSION  ENDPOINT  ATTEMPTS  NEXT  REASON
      dlv_…  book.added  1  ep_2  1  failed  Answered 500.
      dlv_…  book.added  1  ep_1  1  2026-11-26T13:00Z  Answered 500.

      2 deliveries failing. Send one again: svc webhooks --replay dlv_…
      "
    `);
    expect((await run(['webhooks', '--api-version', '9'])).stdout).toContain('No endpoint has this version.');
  });

  it('writes JSON for programs', async () => {
    const { stdout } = await run(['webhooks', '--api-version', '2', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      versions: [
        { version: '1', enabled: 1, disabled: 1 },
        { version: '2', enabled: 1, disabled: 0 },
      ],
      endpoints: [{ id: 'ep_2', subject: 'ada', url: 'https://example.com/ep_2', disabled: null }],
      failing: [{ reason: 'Answered 500.' }, { reason: 'Answered 500.' }],
    });
  });

  it('sends a delivery that is over again, and no other', async () => {
    expect(await run(['webhooks', '--replay', 'dlv'], { FIRST: 'failed' })).toMatchObject({
      code: 0,
      stdout: 'The delivery dlv is due again.\n',
    });
    expect((await run(['webhooks', '--replay', 'dlv'], { FIRST: 'pending' })).stderr).toContain('is not over yet');
    expect((await run(['webhooks', '--replay', 'dlv_0'])).stderr).toContain('Unknown delivery "dlv_0".');
  });

  it('says what is missing', async () => {
    expect(await run(['webhooks', 'none.config.ts'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Add openWebhooks to its definition, which returns { store, close }.') as string,
    });
    expect(await run(['webhooks', 'broken.config.ts'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The webhooks cannot be read: The database does not respond.') as string,
    });
    expect((await capture(['webhooks'], { cwd: fixture('documents') })).code).toBe(2);
  });
});

describe('svc retire', () => {
  it('names the endpoints that still stand on the version, and refuses', async () => {
    const { code, stdout } = await run(['retire', '1', 'retiring.config.ts', '--as-of', '2026-11-26']);
    expect(code).toBe(1);
    expect(plain(stdout)).toMatchInlineSnapshot(`
      "1 endpoint of webhooks has version 1:

      ENDPOINT  SUBJECT  URL  EVENTS
      ep_1  ada  https://example.com/ep_1  book.added

      Ask their owners to change it. What is left when the version goes follows whenVersionGone.
      "
    `);
    const { stdout: without } = await run(['retire', '1', 'retiring.config.ts', '--as-of', '2026-01-02']);
    expect(without).toContain('ep_1');
  });
});
