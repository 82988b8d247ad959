import { describe, expect, it } from 'vitest';
import shop from '../../fixtures/verify/svc.config.js';
import { contractMatchers } from './contract-matchers.js';
import { testApp } from './test-app.js';

const { toFitContract } = contractMatchers(shop);
const now = () => new Date('2026-11-20T12:00:00Z');

describe('toFitContract', () => {
  it('passes for every answer of a service that keeps its promise, and needs no request for those of testApp', async () => {
    await using app = await testApp(shop, { now });
    for (const [path, version] of [
      ['/items', '1'],
      ['/items?limit=2', '2'],
      ['/items/9', '2'],
      ['/health', '1'],
      ['/account', '2'],
    ] as const) {
      const { pass, message } = await toFitContract(await app.request(path, { headers: { 'X-API-Version': version } }));
      expect({ path, pass, message: pass ? '' : message() }).toEqual({ path, pass: true, message: '' });
    }
  });

  it('does not pass where an answer cannot be compared with its schema', async () => {
    const schema = { type: 'string', pattern: '(' };
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Any', version: '1' },
      paths: { '/any': { get: { responses } } },
    };
    const { pass, message } = await contractMatchers({ '1': document }).toFitContract(
      Response.json('text'),
      'GET /any',
    );
    expect([pass, message()]).toEqual([false, expect.stringContaining('was not compared with its schema')]);
  });

  it('names what does not fit, and the version that does', async () => {
    await using app = await testApp(shop, { now });
    const answer = await app.request('/items', { headers: { 'X-API-Version': '1' } });
    const { pass, message } = await toFitContract(answer, { path: '/items', version: '2' });
    expect(pass).toBe(false);
    expect(message()).toContain('the body of 200 fits version 1, not this one: it must be object.  [version-mixed-up]');
    expect((await toFitContract(Response.json({}), 'GET /nothing')).message()).toBe(
      'No version promises GET /nothing.',
    );
    expect((await toFitContract('text')).message()).toBe('toFitContract takes a Response. Await the request first.');
  });
});
