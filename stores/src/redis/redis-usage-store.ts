import type { UsageBatch, UsageCount, UsageFilter, UsageReading, UsageStore } from 'svckit';
import { addUsage, isAsked } from '../../../src/routing/table/usage-sums.js';
import { millisecondsPerDay } from '../../../src/text/date.js';
import { openRedis, type RedisClient, type RedisSource, type RedisStoreOptions } from './open-redis.js';

const secondsPerDay = millisecondsPerDay / 1_000;
/** Days for which counts are kept, so that a year can be looked back on. */
const keptDays = 400;

/**
 * Adds a batch at once, unless its writer's last one is as new. Keys: the writer, the beginning, the days, and one hash for each day of the
 * batch. A field of a hash is a count without its numbers, its value the numbers.
 */
const ADD = `
  if tonumber(redis.call('GET', KEYS[1]) or '-1') >= tonumber(ARGV[1]) then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ${30 * secondsPerDay})
  for _, count in ipairs(cjson.decode(ARGV[2])) do
    local hash = KEYS[3 + count.day]
    redis.call('SADD', KEYS[3], count.date)
    local since = redis.call('GET', KEYS[2])
    if not since or tonumber(since) > count.first then redis.call('SET', KEYS[2], string.format('%.0f', count.first)) end
    local held = redis.call('HGET', hash, count.field)
    local sum = { calls = count.calls, refused = count.refused, first = count.first, last = count.last, members = count.members }
    if held then
      held = cjson.decode(held)
      sum.calls = sum.calls + held.calls
      sum.refused = sum.refused + held.refused
      sum.first = math.min(sum.first, held.first)
      sum.last = math.max(sum.last, held.last)
      for name, calls in pairs(held.members) do sum.members[name] = (sum.members[name] or 0) + calls end
    end
    redis.call('HSET', hash, count.field, cjson.encode(sum))
    redis.call('EXPIRE', hash, ${keptDays * secondsPerDay})
  end
  return 1`;

const CLAIM = `return redis.call('SET', KEYS[1], '1', 'NX')`;

type Field = readonly [version: UsageCount['version'], operation: string, kind: UsageCount['kind'], consumer: string];

/** Counts that all processes on one Redis add up exactly, and keep for 400 days. */
export function redisUsageStore(
  redis: RedisSource<RedisClient>,
  { prefix = 'svckit' }: RedisStoreOptions = {},
): UsageStore {
  // In braces, so that a cluster keeps all of them on one node.
  const key = (name: string) => `${prefix}:{usage}:${name}`;
  return {
    async add({ writer, sequence, counts }: UsageBatch): Promise<void> {
      const days = [...new Set(counts.map(({ day }) => day!))].toSorted();
      const keys = [`writer:${writer}`, 'since', 'days', ...days.map((day) => `day:${day}`)].map(key);
      const given = counts.map((count) => ({
        ...count,
        date: count.day,
        day: days.indexOf(count.day!) + 1,
        field: JSON.stringify([count.version, count.operation, count.kind, count.consumer] satisfies Field),
      }));
      await (await openRedis(redis)).eval(ADD, keys.length, ...keys, sequence, JSON.stringify(given));
    },
    async read(filter: UsageFilter): Promise<UsageReading> {
      const client = await openRedis(redis);
      const since = await client.get(key('since'));
      const days = (await client.smembers(key('days'))).toSorted();
      const sums = new Map<string, UsageCount>();
      for (const day of days.filter((day) => filter.since === undefined || day >= filter.since)) {
        for (const [field, numbers] of Object.entries(await client.hgetall(key(`day:${day}`)))) {
          const [version, operation, kind, consumer] = JSON.parse(field) as Field;
          const count: UsageCount = { version, operation, kind, consumer, day, ...JSON.parse(numbers) };
          if (isAsked(count, filter)) addUsage(sums, filter.byDay ? count : { ...count, day: null });
        }
      }
      return { since: since === null ? null : Number(since), counts: [...sums.values()] };
    },
    async claim(notice: string): Promise<boolean> {
      const claimed = await (await openRedis(redis)).eval(CLAIM, 1, key(`notice:${notice}`));
      return claimed !== null;
    },
  };
}
