import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest, startTestService } from '../testing/start-test-service.js';
import { RedisModule } from '../redis/redis-module.js';
import { CacheModule } from './cache-module.js';
import { describeCacheRoutes } from './cache-routes.suite.js';

const modules = [ConfigurationModule, RedisModule, CacheModule];

describeCacheRoutes('memory', () => startTestService(modules));

it('data that the whole cache could not hold is 413', async () => {
  const service = await startServiceForTest(modules, { CACHE_MAX_BYTES: '2000' });
  const answer = await service.send('PUT', '/cache/a', { data: { text: 'x'.repeat(2_000) } });
  expect(answer).toMatchObject({ status: 413, body: { code: 'cache-entry-too-large' } });
});
