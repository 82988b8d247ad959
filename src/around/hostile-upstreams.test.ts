import { connect, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

async function upstream(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  opened.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

/** What a client of a gateway reads on its connection, until that ends. */
async function ask(answer: (socket: Socket) => void, version: string, timeoutMs = 60_000): Promise<string> {
  const gateway = await opened.gateway({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version' },
    upstream: await upstream(answer),
    timeoutMs,
    answerLimit: 100_000,
    logger: { info() {}, warn() {}, error() {} },
  });
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(gateway).port), '127.0.0.1');
    let text = '';
    socket.on('error', () => {}).on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', () => resolve(text));
    socket.write(`GET /books/1 HTTP/1.1\r\nHost: t\r\nX-API-Version: ${version}\r\nConnection: close\r\n\r\n`);
  });
}

const body = '{"id":"1","title":"Notes"}';
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const sized = `${head}Content-Length: ${body.length}\r\n`;
const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));

const cases: Readonly<
  Record<string, readonly [(socket: Socket) => unknown, older: RegExp, newest: RegExp, timeoutMs?: number]>
> = {
  'a length beside chunks': [
    (socket) => socket.end(`${sized}Transfer-Encoding: chunked\r\n\r\n1a\r\n${body}\r\n0\r\n\r\n`),
    /^HTTP\/1\.1 502 /,
    /^HTTP\/1\.1 502 /,
  ],
  'two lengths': [
    (socket) => socket.end(`${sized}Content-Length: 3\r\n\r\n${body}`),
    /^HTTP\/1\.1 502 /,
    /^HTTP\/1\.1 502 /,
  ],
  'no HTTP': [(socket) => socket.end('220 mail.test ESMTP\r\n'), /^HTTP\/1\.1 502 /, /^HTTP\/1\.1 502 /],
  silence: [() => {}, /^HTTP\/1\.1 504 /, /^HTTP\/1\.1 504 /, 300],
  'an end before the answer': [(socket) => socket.destroy(), /^HTTP\/1\.1 502 /, /^HTTP\/1\.1 502 /],
  'an end in the middle': [
    (socket) => void socket.write(`${sized}\r\n${body.slice(0, 5)}`, () => setTimeout(() => socket.destroy(), 50)),
    /^HTTP\/1\.1 502 /,
    /^HTTP\/1\.1 (?:502 |200 [^]*\{"id"$)/,
  ],
  'more than its length': [
    (socket) => socket.end(`${sized}\r\n${body}HTTP/1.1 200 OK\r\nX-Evil: 1\r\n\r\n`),
    /^HTTP\/1\.1 (?:200 (?![^]*Evil)[^]*"name":"Notes"\}$|502 )/,
    /^HTTP\/1\.1 (?:200 (?![^]*Evil)[^]*"title":"Notes"\}$|502 )/,
  ],
  'a bomb': [
    (socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    },
    /^HTTP\/1\.1 502 /,
    /^HTTP\/1\.1 200 /,
  ],
  'early hints that are none': [
    (socket) => socket.end(`HTTP/1.1 103 Early Hints\r\nLink: nothing\r\n\r\n${sized}\r\n${body}`),
    /^HTTP\/1\.1 200 [^]*"name":"Notes"\}$/,
    /HTTP\/1\.1 200 [^]*"title":"Notes"\}$/,
  ],
  'early hints': [
    (socket) => socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${sized}\r\n${body}`),
    /^HTTP\/1\.1 103 [^]*<\/a>; rel=preload[^]*HTTP\/1\.1 200 [^]*"name":"Notes"\}$/,
    /^HTTP\/1\.1 103 [^]*<\/a>; rel=preload[^]*HTTP\/1\.1 200 [^]*"title":"Notes"\}$/,
  ],
  'early hints, and no more': [
    (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'),
    /HTTP\/1\.1 504 /,
    /HTTP\/1\.1 504 /,
    300,
  ],
  'a length beside a status without a body': [
    (socket) => void socket.write(`HTTP/1.1 304 Not Modified\r\nContent-Length: ${body.length}\r\n\r\n`),
    /^HTTP\/1\.1 304 /,
    /^HTTP\/1\.1 304 /,
  ],
};

describe.each(Object.entries(cases))('an upstream that answers with %s', (_, [answer, older, newest, timeoutMs]) => {
  it('is one whole answer of the gateway, or a broken one', async () => {
    expect(await ask(answer, '1', timeoutMs)).toMatch(older);
    expect(await ask(answer, '2', timeoutMs)).toMatch(newest);
  });
});
