import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Controller, Get, type GuardInput, HttpError, type Input, Module, UseGuards } from '../index.js';
import type { ServiceOptions } from '../index.js';
import { serveForTest } from './testing/serve-for-test.js';

const origin = 'https://app.example';
const options: ServiceOptions = {
  cors: { origin, credentials: true },
  throttle: { limit: 10, windowSeconds: 60 },
  securityHeaders: true,
};

class Touch {
  check({ res }: GuardInput) {
    res.setHeader('X-Guard', String(res.getHeader('RateLimit-Policy')));
  }
}

@Controller()
class AnswersController {
  @Get('value') value() {
    return { a: 1 };
  }
  @Get('later') async later() {
    return { a: 1 };
  }
  @Get('nothing') nothing() {}
  @Get('web') web() {
    return new Response('text', { headers: { 'X-Own': '1' } });
  }
  @Get('touched') touched({ res }: Input) {
    res.setHeader('X-Own', String(res.getHeader('Access-Control-Allow-Origin')));
    return { a: 1 };
  }
  @Get('guarded') @UseGuards(Touch) guarded() {
    return { a: 1 };
  }
  @Get('ended') ended({ res }: Input) {
    res.end('ended');
  }
  @Get('head') head({ res }: Input) {
    res.writeHead(202, { 'X-Own': '1' }).end();
  }
  @Get('refused') refused() {
    throw new HttpError(409, 'Taken.', {}, { headers: { 'X-Own': '1' } });
  }
  @Get('broken') broken() {
    throw new Error('broken');
  }
  @Get('replaced') replaced({ res }: Input) {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.removeHeader('RateLimit');
    return { a: 1 };
  }
}
@Module({ controllers: [AnswersController], providers: [Touch] })
class Root {}

const policy = '"default";q=10;w=60';
const ways = ['value', 'later', 'nothing', 'web', 'touched', 'guarded', 'ended', 'head', 'refused', 'broken'];

async function ask(path: string, extra: ServiceOptions = {}) {
  const { app, call } = await serveForTest(Root, { ...options, ...extra });
  const answer = await call(path, { headers: { origin } });
  await app.close();
  return answer;
}

describe('the headers of one request', () => {
  it.each(ways)('go with %s, besides those of all answers', async (path) => {
    const { headers } = await ask(`/${path}`);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'ratelimit-policy': policy,
      ratelimit: '"default";r=9;t=60',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('are the same with middleware, and where it is the middleware that answers', async () => {
    const seen: ServerResponse[] = [];
    const middleware: ServiceOptions['middleware'] = [(_req, res, next) => (seen.push(res), next())];
    for (const path of ways)
      expect((await ask(`/${path}`, { middleware })).headers).toMatchObject({
        ratelimit: expect.stringContaining('r=9'),
      });
    expect(seen[0]!.getHeader('Access-Control-Allow-Origin')).toBe(origin);
  });

  it('are on the response that handlers and guards see, and are theirs to replace', async () => {
    expect((await ask('/touched')).headers['x-own']).toBe(origin);
    expect((await ask('/guarded')).headers['x-guard']).toBe(policy);
    const { headers } = await ask('/replaced');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['ratelimit']).toBeUndefined();
  });

  it('replace those of a response that was touched before', async () => {
    const middleware: ServiceOptions['middleware'] = [
      (_req, res, next) => (res.setHeader('Access-Control-Allow-Origin', 'https://other.example'), next()),
    ];
    expect((await ask('/value', { middleware })).headers['access-control-allow-origin']).toBe(origin);
  });
});
