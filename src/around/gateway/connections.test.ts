import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { booksDocument, booksVersions, shapes } from '../testing/books.js';
import { Opened } from '../testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

/** A gateway in front of a server that answers the requests of each connection by hand. */
async function open(serve: (socket: Socket, connection: number) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const upstream = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket, sockets.size);
  });
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
  opened.add(() => {
    for (const socket of sockets) socket.destroy();
    upstream.close();
  });
  const url = await opened.gateway({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version' },
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    logger: { info() {}, warn() {}, error() {} },
  });
  return Number(new URL(url).port);
}

/** A client's connection, with what it has read. */
class Client {
  text = '';
  readonly socket: Socket;
  readonly #closed: Promise<void>;
  #wake = () => {};

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').on('error', () => {});
    this.#closed = new Promise((resolve) => void this.socket.on('close', () => resolve()));
    this.socket
      .on('close', () => this.#wake())
      .on('data', (chunk: Buffer) => {
        this.text += chunk.toString('latin1');
        this.#wake();
      });
  }

  async until(expected: RegExp): Promise<string> {
    while (!expected.test(this.text) && !this.socket.destroyed)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.text;
  }

  async end(): Promise<string> {
    await this.#closed;
    return this.text;
  }
}

const body = '{"id":"1","title":"Notes"}';
const answered = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const put = (version: string, more: string, length = 5) =>
  `PUT /covers/1 HTTP/1.1\r\nHost: t\r\nX-API-Version: ${version}\r\nContent-Type: image/png\r\nContent-Length: ${length}\r\n${more}\r\n`;
const expecting = 'Expect: 100-continue\r\n';

describe.each(['1', '2'])('a client of version %s that waits before it sends a body', (version) => {
  it('sends it when the upstream says so, and not before', async () => {
    const seen: string[] = [];
    let goOn = () => {};
    const port = await open((socket) => {
      socket.on('data', (chunk) => {
        seen.push(chunk.toString());
        if (seen.length === 1) goOn = () => void socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        else socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"bytes":5}`);
      });
    });
    const client = new Client(port);
    client.socket.write(put(version, expecting));
    while (seen.length === 0) await wait(5);
    expect(seen[0]).toMatch(/^PUT \/covers\/1 [^]*expect: 100-continue/i);
    await wait(50);
    expect(client.text).toBe('');
    goOn();
    await client.until(/100 Continue\r\n\r\n/);
    client.socket.write('hello');
    expect(await client.until(/\{"bytes":5\}/)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(seen.slice(1).join('')).toBe('hello');
    client.socket.destroy();
  });

  it.each([401, 413, 417])('gets a final %i without the body', async (status) => {
    const seen: string[] = [];
    const port = await open((socket) =>
      socket.on('data', (chunk) => {
        seen.push(chunk.toString());
        socket.write(`HTTP/1.1 ${status} No\r\nX-Why: yes\r\nContent-Length: 2\r\n\r\nno`);
      }),
    );
    const client = new Client(port);
    client.socket.write(put(version, expecting));
    expect(await client.end()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} No\\r\\nX-Why: yes[^]*no$`));
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain('hello');
  });

  it('is answered in the end by an upstream that knows no expectations', async () => {
    const port = await open((socket) => {
      let all = '';
      socket.on('data', (chunk) => {
        all += chunk.toString();
        if (all.endsWith('hello'))
          socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"bytes":5}`);
      });
    });
    const client = new Client(port);
    client.socket.write(put(version, expecting));
    await client.until(/100 Continue/);
    client.socket.write('hello');
    expect(await client.until(/\}/)).toContain('{"bytes":5}');
    client.socket.destroy();
  });

  it('that leaves takes the request with it', async () => {
    let hasClosed = () => {};
    const closed = new Promise<void>((resolve) => (hasClosed = resolve));
    const client = new Client(
      await open((socket) => void socket.on('data', () => client.socket.destroy()).on('close', hasClosed)),
    );
    client.socket.write(put(version, expecting));
    await closed;
  });

  it('gets 502 where the upstream closes', async () => {
    const port = await open((socket) => void socket.on('data', () => socket.destroy()));
    const client = new Client(port);
    client.socket.write(put(version, expecting));
    expect(await client.end()).toMatch(/^HTTP\/1\.1 502 /);
  });
});

it('a refusal of the gateway comes without the body, and a body that changes read is asked for', async () => {
  const port = await open(
    (socket) => void socket.on('data', () => socket.write(answered.replace('200 OK', '201 Created'))),
  );
  const post = (version: string, length: number) =>
    `POST /books HTTP/1.1\r\nHost: t\r\nX-API-Version: ${version}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${expecting}\r\n`;
  const refused = new Client(port);
  refused.socket.write(post('9', 16));
  expect(await refused.end()).toMatch(/^HTTP\/1\.1 40\d /);
  const large = new Client(port);
  large.socket.write(post('1', 999_999_999));
  expect(await large.end()).toMatch(/^HTTP\/1\.1 413 /);
  const client = new Client(port);
  client.socket.write(post('1', 16));
  await client.until(/100 Continue/);
  client.socket.write('{"name":"Notes"}');
  expect(await client.until(/\}/)).toMatch(/201 Created[^]*"name":"Notes"/);
  client.socket.destroy();
});

it.each([
  ['1', '/books'],
  ['2', '/covers/1'],
])('an early refusal reaches clients of version %s though the upstream closes on their body', async (version, path) => {
  const port = await open((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig', () =>
        socket.resetAndDestroy(),
      );
    });
  });
  const isJson = path === '/books';
  const found: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const large = 'x'.repeat(900_000);
    const sent = isJson ? JSON.stringify({ name: large }) : large;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: isJson ? 'POST' : 'PUT',
      headers: { 'Content-Type': isJson ? 'application/json' : 'image/png', 'X-API-Version': version },
      body: sent,
    });
    found.push(`${answer.status} ${await answer.text()}`);
  }
  expect(found.filter((text) => text !== '413 big')).toEqual([]);
});

describe('a kept connection that the upstream has closed meanwhile', () => {
  /** Answers the first request of a connection, and closes on the second. */
  const closing = async (seen: string[], firstAnswers = 1) =>
    open((socket, connection) => {
      let count = 0;
      socket.on('data', (chunk) => {
        seen.push(`${connection} ${chunk.toString().split(' ', 1)[0]}`);
        count += 1;
        if (count <= firstAnswers) socket.write(answered);
        else socket.destroy();
      });
    });
  const ask = (port: number, method: string, version: string) =>
    fetch(`http://127.0.0.1:${port}/books${method === 'POST' ? '' : '/1'}`, {
      method,
      headers: { 'X-API-Version': version, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: version === '1' ? '{"name":"x"}' : '{"title":"x"}' }),
    });

  it.each(['1', '2'])('is left for another one, once, for GET and HEAD of version %s', async (version) => {
    const seen: string[] = [];
    const port = await closing(seen);
    expect((await ask(port, 'GET', version)).status).toBe(200);
    expect((await ask(port, 'GET', version)).status).toBe(200);
    expect(seen).toEqual(['1 GET', '1 GET', '2 GET']);
    expect(['HEAD', await ask(port, 'HEAD', version).then(({ status }) => status)]).toEqual(['HEAD', 200]);
  });

  it.each(['POST', 'DELETE'])('fails a %s, which is sent once', async (method) => {
    const seen: string[] = [];
    const port = await closing(seen);
    expect((await ask(port, 'GET', '2')).status).toBe(200);
    expect((await ask(port, method, '2')).status).toBe(502);
    expect(seen).toEqual(['1 GET', `1 ${method}`]);
  });

  it('is not tried again where it is new', async () => {
    const seen: string[] = [];
    const port = await closing(seen, 0);
    expect((await ask(port, 'GET', '2')).status).toBe(502);
    expect(seen).toEqual(['1 GET']);
  });
});
