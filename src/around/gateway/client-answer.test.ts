import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { booksDocument, booksVersions, shapes } from '../testing/books.js';
import { Opened } from '../testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

it.each([1, 7, 10_000])('passes the fields of a head that comes in parts of %i bytes', async (size) => {
  const answer = Buffer.from(
    'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nX-Name: caf\u00e9\r\nX-Empty:\r\nx-Twice: a\r\nX-twice: b\r\nContent-Length: 2\r\n\r\nok',
    'latin1',
  );
  const upstream = createTcpServer((socket) => {
    socket.setNoDelay(true).once('data', async () => {
      for (let at = 0; at < answer.length; at += size) {
        socket.write(answer.subarray(at, at + size));
        await nextRound();
      }
    });
  });
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
  opened.add(() => void upstream.close());
  const url = await opened.gateway({
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  });
  const { headers, text } = await fetch(`${url}/covers/1`).then(async (found) => ({
    headers: found.headers,
    text: await found.text(),
  }));
  expect(text).toBe('ok');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'x-name': 'caf\u00e9',
    'x-empty': '',
    'x-twice': 'a, b',
    'content-length': '2',
  });
});
