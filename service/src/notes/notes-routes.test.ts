import { createApp, Module, provide } from 'svckit';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { DatabaseModule } from '../database/database-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { ServiceEvents } from '../webhooks/service-events.js';
import { versions } from '../versions.js';
import { NOTES_STORE, NotesController } from './notes-controller.js';
import { NotesModule } from './notes-module.js';
import { MemoryNotesStore } from './notes-store.js';

const start = () => startServiceForTest([ConfigurationModule, DatabaseModule, NotesModule]);
const version = (name: string) => ({ 'X-API-Version': name });

it('version 1 shows texts, version 2 the whole notes, of one list', async () => {
  const service = await start();
  expect(await service.send('POST', '/notes', { text: 'first' })).toMatchObject({
    status: 201,
    body: { text: 'first' },
  });
  const second = await service.send('POST', '/notes', { text: 'second' }, version('2'));
  expect(second).toMatchObject({ status: 201, body: { id: 2, text: 'second' } });
  expect(Date.parse((second.body as unknown as { createdAt: string }).createdAt)).toBeGreaterThan(0);
  expect((await service.send('GET', '/notes')).body).toEqual(['first', 'second']);
  expect((await service.send('GET', '/notes', undefined, version('1'))).body).toEqual(['first', 'second']);
  expect((await service.send('GET', '/notes', undefined, version('2'))).body).toMatchObject([
    { id: 1, text: 'first' },
    { id: 2, text: 'second' },
  ]);
});

it.each([{}, { text: '' }, { text: 1 }, { text: null }, [], '', '{"text":', '"text"', { text: 'x'.repeat(10_001) }])(
  'the body %j is 400 in both versions, and no note',
  async (body) => {
    const service = await start();
    for (const name of ['1', '2']) {
      expect(await service.send('POST', '/notes', body, version(name))).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'body' }] },
      });
    }
    expect((await service.send('GET', '/notes')).body).toEqual([]);
  },
);

it('whoami announces its end in every answer of version 1, and version 2 does not have it', async () => {
  const service = await start();
  const answer = await service.send('GET', '/notes/whoami');
  expect(answer).toMatchObject({ status: 200, body: { address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) } });
  expect(answer.headers.get('deprecation')).toBe(`@${Date.parse('2026-09-01T00:00:00Z') / 1_000}`);
  expect(answer.headers.get('sunset')).toBe('Mon, 01 Mar 2027 00:00:00 GMT');
  expect(answer.headers.get('link')).toBe('</api/docs?version=2>; rel="deprecation"; type="text/html"');
  const gone = await service.send('GET', '/notes/whoami', undefined, version('2'));
  expect(gone).toMatchObject({
    status: 404,
    body: { code: 'api-version-unsupported', requested: '2', supportedVersions: ['1'] },
  });
  expect(gone.headers.get('deprecation')).toBeNull();
  expect((await service.send('GET', '/notes')).headers.get('deprecation')).toBeNull();
});

it('whoami believes one proxy', async () => {
  const store = new MemoryNotesStore({ limit: 1, now: Date.now });
  @Module({ controllers: [NotesController], providers: [ServiceEvents, provide(NOTES_STORE, { useValue: store })] })
  class Notes {}
  const app = await createApp(Notes, {
    prefix: 'api',
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: ['1', '2'], versions },
    trustProxy: 1,
  });
  onTestFinished(() => app.close());
  const answer = await fetch(`${await app.listen(0)}/api/notes/whoami`, {
    headers: { 'X-Forwarded-For': '203.0.113.7, 10.0.0.1' },
  });
  expect(await answer.json()).toEqual({ address: '10.0.0.1' });
});
