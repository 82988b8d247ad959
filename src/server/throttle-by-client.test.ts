import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Throttle } from '../routing/declare/decorators.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { Module } from '../wiring/module.js';
import { serveForTest } from './testing/serve-for-test.js';

@Controller('limited')
class LimitedController {
  @Throttle({ limit: 9, windowSeconds: 60 }) @Get('one') one() {}
  @Throttle({ limit: 9, windowSeconds: 60 }) @Get('other') other() {}
}
@Module({ controllers: [LimitedController] })
class Root {}

type Sent = readonly [path: string, forwardedFor?: string];

/** What each request leaves of its budget, all on one connection. */
async function leftOf(requests: readonly Sent[], options: ServiceOptions = {}): Promise<readonly string[]> {
  const { app, url } = await serveForTest(Root, options);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const left: string[] = [];
  for (const [path, forwardedFor] of requests) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const ratelimit = await new Promise<string>((resolve, reject) =>
      request(`${url}/limited/${path}`, { agent, headers }, (res) => {
        res.resume().on('end', () => resolve(String(res.headers['ratelimit'])));
      })
        .on('error', reject)
        .end(),
    );
    left.push(/r=(\d+)/.exec(ratelimit)![1]!);
  }
  agent.destroy();
  await app.close();
  return left;
}

describe('the requests of one connection', () => {
  it('count together, for each budget by itself', async () => {
    expect(await leftOf([['one'], ['one'], ['other'], ['one']])).toEqual(['8', '7', '8', '6']);
  });

  it('count for the clients that a trusted proxy names', async () => {
    const [ada, bob] = ['203.0.113.7', '203.0.113.8'];
    const requests: readonly Sent[] = [['one', ada], ['one', bob], ['one', ada], ['one'], ['one', bob]];
    expect(await leftOf(requests, { trustProxy: 1 })).toEqual(['8', '8', '7', '8', '7']);
    expect(await leftOf(requests)).toEqual(['8', '7', '6', '5', '4']);
  });
});
