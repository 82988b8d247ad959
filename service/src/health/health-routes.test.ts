import { describe, expect, it } from 'vitest';
import { CacheModule } from '../cache/cache-module.js';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { FilesModule } from '../files/files-module.js';
import { ImagesModule } from '../images/images-module.js';
import { JobsModule } from '../jobs/jobs-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { PartsHealthModule } from './parts-health-module.js';

const modules = [
  ConfigurationModule,
  DatabaseModule,
  RedisModule,
  CacheModule,
  FilesModule,
  ImagesModule,
  JobsModule,
  PartsHealthModule,
];
const up = { state: 'up', ms: expect.any(Number) };

describe('the health routes of the service', () => {
  it('report all parts of a service that has just started', async () => {
    const service = await startServiceForTest(modules);
    expect(await service.send('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'up',
        draining: false,
        uptimeMs: expect.any(Number),
        checks: [
          { name: 'database', critical: true, ...up },
          { name: 'files', critical: true, ...up },
          { name: 'cache', critical: false, ...up },
          { name: 'queue', critical: false, ...up },
        ],
      },
    });
    expect((await service.send('GET', '/health/live')).body).toEqual({
      status: 'up',
      draining: false,
      uptimeMs: expect.any(Number),
      checks: [],
    });
  });

  it('answer whatever version is asked for, and must not be cached', async () => {
    const service = await startServiceForTest(modules);
    for (const version of ['1', '2', '99']) {
      const answer = await service.send('GET', '/health/ready', undefined, { 'X-API-Version': version });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('stay ready without Redis, which is optional', async () => {
    const service = await startServiceForTest(modules, { REDIS_URL: 'redis://127.0.0.1:1' });
    // A busy machine may take longer to refuse the connection than the check waits.
    const state = expect.stringMatching(/^(?:down|unknown)$/);
    expect(await service.send('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'up', checks: [up, up, { name: 'cache', state }, { name: 'queue', state }] },
    });
  });
});
