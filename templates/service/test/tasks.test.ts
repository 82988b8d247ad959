import { type TestApp, testApp } from 'svckit/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import service from '../svc.config.js';
import { ask } from './ask.js';

let app: TestApp;

beforeEach(async () => {
  app = await testApp(service);
});

afterEach(() => app.close());

const add = (version: string, task: unknown) =>
  ask(app, version, 'tasks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(task),
  });

test('each version is read and answered in its own shape, by one handler', async () => {
  expect(await (await add('2', { title: 'Write a service' })).json()).toEqual({
    id: 1,
    title: 'Write a service',
    status: 'open',
  });
  expect(await (await add('1', { title: 'Name it', done: true })).json()).toEqual({
    id: 2,
    title: 'Name it',
    done: true,
  });
  expect(await (await ask(app, '2', 'tasks/2')).json()).toEqual({ id: 2, title: 'Name it', status: 'done' });
  expect(await (await ask(app, '1', 'tasks')).json()).toEqual({
    items: [
      { id: 1, title: 'Write a service', done: false },
      { id: 2, title: 'Name it', done: true },
    ],
    total: 2,
  });
});

test('version 1 announces its sunset', async () => {
  const first = await ask(app, '1', 'tasks');
  expect(first.headers.get('Deprecation')).toMatch(/^@\d+$/);
  expect(first.headers.get('Sunset')).toMatch(/ GMT$/);
  expect((await ask(app, '2', 'tasks')).headers.get('Deprecation')).toBeNull();
});

test('a task without a title is refused with the reason', async () => {
  const response = await add('2', { title: '' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ in: 'body', path: expect.anything() }] });
});

test('an unknown task is 404', async () => {
  expect((await ask(app, '2', 'tasks/7')).status).toBe(404);
});

test('the service is alive and ready', async () => {
  for (const path of ['live', 'ready']) {
    const response = await app.request(`/api/health/${path}`);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'up' }]);
  }
});
