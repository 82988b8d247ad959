import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { Controller, Get, Post } from '../routing/declare/verbs.js';
import { Module } from '../wiring/module.js';
import { createApp } from './create-app.js';

@Controller('things')
class ThingsController {
  @Get() list() {
    return [];
  }
  @Post() create() {
    return { created: true };
  }
}
@Module({ controllers: [ThingsController] })
class Root {}

/** A client that keeps its connection, in a thread of its own: sends GET, and POST some milliseconds after it was asked to. */
const client = `
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = require('node:net').connect(workerData, '127.0.0.1');
  socket.on('data', (bytes) => parentPort.postMessage(String(bytes).split('\\r\\n')[0]));
  socket.on('error', (error) => parentPort.postMessage(error.code));
  socket.on('close', () => parentPort.postMessage('closed'));
  socket.write('GET /things HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n');
  parentPort.on('message', () =>
    setTimeout(() => socket.write('POST /things HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\n\\r\\n'), 20));
`;

it('answers a request on a kept connection that arrives while the process is busy at the end of the drain delay', async () => {
  const app = await createApp(Root, { drainDelayMs: 50 });
  const worker = new Worker(client, { eval: true, workerData: Number(new URL(await app.listen()).port) });
  onTestFinished(() => void worker.terminate());
  expect(await once(worker, 'message')).toEqual(['HTTP/1.1 200 OK']);
  const closed = app.close();
  worker.postMessage('send');
  const end = performance.now() + 200;
  while (performance.now() < end);
  expect(await once(worker, 'message')).toEqual(['HTTP/1.1 201 Created']);
  await closed;
});
