import {
  Controller,
  createApp,
  Deprecated,
  defineVersions,
  Get,
  type LifecycleEvent,
  type LifecycleStore,
  Module,
  type ServiceOptions,
  Version,
} from 'svckit';
import { describe, expect, it, vi } from 'vitest';
import { MemoryLifecycleStore } from '../stores/memory-lifecycle-store.js';

@Controller('users')
class UsersController {
  @Get() list() {}
  @Get(':id') one() {}
  @Version('1')
  @Deprecated({ since: '2026-09-01', sunset: '2027-06-01' })
  @Get('later')
  later() {}
}
@Module({ controllers: [UsersController] })
class Root {}

const brownouts = [{ from: '2027-02-20T09:00Z', to: '2027-02-20T10:00Z' }];
const versions = defineVersions([
  {
    version: '1',
    deprecated: { since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1', brownouts },
  },
  '2',
]);

type Announce = NonNullable<ServiceOptions['onLifecycle']>;

/** What an app announces and logs when it starts on a day. */
async function start(day: string, onLifecycle: Announce, options: Pick<ServiceOptions, 'lifecycle' | 'usage'>) {
  const logged: [string, Record<string, unknown>][] = [];
  const log = (message: string, fields: object = {}) => void logged.push([message, { ...fields }]);
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-Version', versions },
    now: () => new Date(day),
    logger: { info: log, warn: log, error: log },
    onLifecycle,
    ...options,
  });
  await app.close();
  return logged;
}

/** The events that an app announces when it starts on a day. */
async function startOn(day: string, store: LifecycleStore = new MemoryLifecycleStore()) {
  const announced: LifecycleEvent[] = [];
  expect(await start(day, (event) => void announced.push(event), { lifecycle: { store } })).toEqual([]);
  return announced;
}

/** A store whose clock is moved by hand. */
function openStore() {
  let now = 0;
  const store = new MemoryLifecycleStore(() => now);
  return { store, wait: (seconds: number) => void (now += seconds * 1_000) };
}

describe('onLifecycle', () => {
  it('announces a sunset 90, 30, 7 and 1 days before, each once over all starts', async () => {
    const store = new MemoryLifecycleStore();
    const days = [
      '2026-11-30',
      '2026-12-01',
      '2026-12-15',
      '2027-01-30',
      '2027-02-22',
      '2027-02-22',
      '2027-02-28',
      '2027-03-01',
    ];
    const sent: string[] = [];
    for (const day of days)
      for (const { kind, at, daysLeft } of await startOn(day, store))
        if (kind === 'sunset' && at.startsWith('2027-03')) sent.push(`${day} ${daysLeft}`);
    expect(sent).toEqual(['2026-12-01 90', '2027-01-30 30', '2027-02-22 7', '2027-02-28 1']);
  });

  it('announces to a late starter only the last of the days that have come', async () => {
    const [event, ...others] = await startOn('2027-02-10');
    expect(others).toEqual([]);
    expect(event).toEqual({
      kind: 'sunset',
      id: 'sunset of version 1 at 2027-03-01T00:00:00.000Z in 30',
      version: '1',
      operations: ['GET /users', 'GET /users/{id}'],
      at: '2027-03-01T00:00:00.000Z',
      until: null,
      sunset: '2027-03-01T00:00:00.000Z',
      daysLeft: 19,
      successor: '2',
      link: 'https://example.com/v1',
    });
  });

  it('announces a brownout on the day before, and not when it is over', async () => {
    const brownoutsOn = async (day: string) => (await startOn(day)).filter(({ kind }) => kind === 'brownout');
    expect(await brownoutsOn('2027-02-19T08:59Z')).toEqual([]);
    expect(await brownoutsOn('2027-02-19T09:00Z')).toMatchObject([
      { at: '2027-02-20T09:00:00.000Z', until: '2027-02-20T10:00:00.000Z', daysLeft: 1, version: '1' },
    ]);
    expect(await brownoutsOn('2027-02-20T10:00Z')).toEqual([]);
  });

  it('announces a failed event again over restarts, each time later, until it arrives', async () => {
    const { store, wait } = openStore();
    const refuse = () => Promise.reject(new Error('The mail server is down.'));
    for (const [attempt, retrySeconds] of [2, 4, 8, 16].entries()) {
      expect(await start('2027-02-28', refuse, { lifecycle: { store } })).toMatchObject([
        ['A lifecycle event did not arrive', { error: 'Error: The mail server is down.', retrySeconds }],
      ]);
      expect(await startOn('2027-02-28', store)).toEqual([]);
      expect(await store.undelivered()).toMatchObject([
        { attempts: attempt + 1, failure: 'Error: The mail server is down.' },
      ]);
      wait(retrySeconds);
    }
    expect(await startOn('2027-02-28', store)).toHaveLength(1);
    expect(await store.undelivered()).toEqual([]);
    wait(10_000_000);
    expect(await startOn('2027-02-28', store)).toEqual([]);
  });

  it('tries again while the app runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let attempts = 0;
    const app = await createApp(Root, {
      versioning: { type: 'header', header: 'X-Version', versions },
      now: () => new Date('2027-02-28'),
      logger: { info: () => {}, warn: () => {}, error: () => {} },
      onLifecycle: () => {
        if ((attempts += 1) < 3) throw new Error('The mail server is down.');
      },
    });
    try {
      const seen: number[] = [];
      for (const seconds of [0, 1, 1, 3, 1, 3_600]) {
        await vi.advanceTimersByTimeAsync(seconds * 1_000);
        seen.push(attempts);
      }
      expect(seen).toEqual([1, 1, 2, 2, 3, 3]);
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  });

  it('delivers to each recipient once, and to those again whom it did not reach', async () => {
    const { store, wait } = openStore();
    const reached: string[] = [];
    const lifecycle = { store };
    const announce =
      (down: readonly string[]): Announce =>
      async (_event, { deliver }) => {
        for (const recipient of ['ada', 'bob', 'eve'])
          await deliver(recipient, () => {
            if (down.includes(recipient)) throw new Error('No such mailbox.');
            reached.push(recipient);
          });
      };
    const [[, fields] = []] = await start('2027-02-28', announce(['bob', 'eve']), { lifecycle });
    expect(fields).toMatchObject({ error: 'Not delivered to bob and eve.' });
    expect((await store.undelivered()).map(({ notice, failure }) => [notice.split(' in 1')[1], failure])).toEqual([
      ['', 'Not delivered to bob and eve.'],
      [' to bob', 'Error: No such mailbox.'],
      [' to eve', 'Error: No such mailbox.'],
    ]);
    wait(2);
    await start('2027-02-28', announce(['eve']), { lifecycle });
    wait(4);
    expect(await start('2027-02-28', announce([]), { lifecycle })).toEqual([]);
    expect(reached).toEqual(['ada', 'bob', 'eve']);
    expect(await store.undelivered()).toEqual([]);
  });

  it('announces again what a killed process had taken, two minutes later', async () => {
    const { store, wait } = openStore();
    store.claim('sunset of version 1 at 2027-03-01T00:00:00.000Z in 1', 120);
    expect(await startOn('2027-02-28', store)).toEqual([]);
    wait(120);
    expect(await startOn('2027-02-28', store)).toHaveLength(1);
  });

  it('asks a store of usage with claim where lifecycle has no store', async () => {
    const claimed = new Set<string>();
    const claim = (notice: string) => claimed.size < claimed.add(notice).size;
    const store = { add: () => {}, read: () => ({ since: null, counts: [] }), claim };
    const announced: string[] = [];
    const announce: Announce = ({ id }) => void announced.push(id);
    await start('2027-02-28', announce, { usage: { store } });
    await start('2027-02-28', announce, { usage: { store } });
    expect(announced).toHaveLength(1);
  });

  it('announces once to several processes on one store', async () => {
    const store = new MemoryLifecycleStore();
    const sent = await Promise.all([1, 2, 3].map(() => startOn('2027-02-28', store)));
    expect(sent.flat()).toHaveLength(1);
  });
});
