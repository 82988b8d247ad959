import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createSender } from './send-request.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

/** Sends one request to a server, and waits for the whole answer as long as the sender does. */
async function send(listener: RequestListener, timeoutMs = 60_000) {
  const server = createServer(listener);
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const sender = createSender(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {
    connections: 1,
    timeoutMs,
  });
  ends.push(sender.close, () => {
    server.closeAllConnections();
    return new Promise((done) => void server.close(done));
  });
  return sender.send({ method: 'GET', target: '/', headers: {} });
}

const every20ms = (write: () => unknown) => {
  const timer = setInterval(write, 20);
  ends.push(() => clearInterval(timer));
};

it('does not wait for the end of a body that comes drop by drop', async () => {
  const answer = await send((_, res) => {
    res.writeHead(200);
    every20ms(() => res.write(' '));
  }, 3000);
  expect(answer).toMatchObject({ status: 200, text: undefined, cut: 'slow' });
});

it('does not wait for headers that come drop by drop', async () => {
  const answer = send((req) => {
    req.socket.write('HTTP/1.1 200 OK\r\n');
    every20ms(() => req.socket.write('X: y\r\n'));
  }, 200);
  await expect(answer).rejects.toThrow('no answer within 0.2 s');
});

it('reads a body that ends in time', async () => {
  expect(await send((_, res) => void res.end('done'))).toMatchObject({ status: 200, text: 'done' });
});

it('does not wait for the end of events', async () => {
  const answer = await send(
    (_, res) => void res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n'),
  );
  expect(answer).toEqual(expect.objectContaining({ status: 200, text: undefined }));
  expect(answer.cut).toBeUndefined();
});
