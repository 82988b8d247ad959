import { Controller, createApp, Deprecated, defineVersions, Get, type LifecycleEvent, Module, Version } from 'svckit';
import { describe, expect, it } from 'vitest';
import { MemoryUsageStore } from '../stores/memory-usage-store.js';

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

/** The events that an app announces when it starts on a day. */
async function startOn(day: string, store = new MemoryUsageStore(), fail = false): Promise<readonly LifecycleEvent[]> {
  const told: LifecycleEvent[] = [];
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-Version', versions },
    usage: { store },
    now: () => new Date(day),
    logger: { info: log, warn: log, error: log },
    onLifecycle: async (event) => {
      told.push(event);
      if (fail) throw new Error('The mail server is down.');
    },
  });
  await app.close();
  expect(logged).toEqual(fail ? told.map(() => 'A lifecycle event was not announced') : []);
  return told;
}

describe('onLifecycle', () => {
  it('announces a sunset 90, 30, 7 and 1 days before, each once over all starts', async () => {
    const store = new MemoryUsageStore();
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
    const told: string[] = [];
    for (const day of days)
      for (const { kind, at, daysLeft } of await startOn(day, store))
        if (kind === 'sunset' && at.startsWith('2027-03')) told.push(`${day} ${daysLeft}`);
    expect(told).toEqual(['2026-12-01 90', '2027-01-30 30', '2027-02-22 7', '2027-02-28 1']);
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

  it('announces an event once even if that fails, and logs it', async () => {
    const store = new MemoryUsageStore();
    expect(await startOn('2027-02-28', store, true)).toHaveLength(1);
    expect(await startOn('2027-02-28', store)).toEqual([]);
  });

  it('announces once to several processes on one store', async () => {
    const store = new MemoryUsageStore();
    const told = await Promise.all([1, 2, 3].map(() => startOn('2027-02-28', store)));
    expect(told.flat()).toHaveLength(1);
  });
});
