import { createApp } from 'svckit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import service from '../svc.config.js';
import { ask } from './ask.js';

const { root, ...options } = service;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;

beforeEach(async () => {
  app = await createApp(root, options);
  url = await app.listen(0);
});

afterEach(() => app.close());

const add = (version: string, title: unknown) =>
  ask(url, version, 'tasks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  });

test('both versions return a new task', async () => {
  const created = await add('2', 'Write a service');
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: number };
  for (const version of ['1', '2']) {
    const response = await ask(url, version, `tasks/${id}`);
    expect(await response.json()).toEqual({ id, title: 'Write a service', done: false });
  }
});

test('version 1 lists titles and announces its sunset, version 2 lists tasks', async () => {
  await add('1', 'Write a service');
  const first = await ask(url, '1', 'tasks');
  expect(await first.json()).toEqual(['Write a service']);
  expect(first.headers.get('Deprecation')).toMatch(/^@\d+$/);
  expect(first.headers.get('Sunset')).toMatch(/ GMT$/);
  const second = await ask(url, '2', 'tasks');
  expect(await second.json()).toEqual({ items: [{ id: 1, title: 'Write a service', done: false }], total: 1 });
  expect(second.headers.get('Deprecation')).toBeNull();
});

test('a task without a title is refused with the reason', async () => {
  const response = await add('2', '');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ in: 'body', path: expect.anything() }] });
});

test('an unknown task is 404', async () => {
  expect((await ask(url, '2', 'tasks/7')).status).toBe(404);
});

test('health is the same with and without a version', async () => {
  const response = await fetch(`${url}/api/health`);
  expect(await response.json()).toEqual({ status: 'up' });
});
