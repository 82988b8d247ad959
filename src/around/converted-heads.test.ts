import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { around } from './around.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterAll(() => opened.close());

const options = {
  document: booksDocument(),
  shapes,
  ...booksVersions('', ''),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
} as const;

/** The head of an answer as it is on the wire, line by line. */
function headOf(url: string, path: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: books.test\r\nX-API-Version: 1\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('end', () => resolve(received.split('\r\n\r\n')[0]!.split('\r\n')));
  });
}

const body = '{"id": "1", "title": "Emma"}';
const fields = [
  ['x-Request-ID', 'a'],
  ['content-TYPE', 'application/json;charset=UTF-8'],
  ['Set-Cookie', 'a=1'],
  ['content-length', String(body.length)],
  ['SET-cookie', 'b=2'],
  ['etag', '"a"'],
  ['X-Last', 'b, c'],
  ['Date', 'Sat, 28 Nov 2026 00:00:00 GMT'],
] as const;

const listener: RequestListener = (_, res) => {
  res.writeHead(200, 'Quite fine', fields.flat());
  res.end(body);
};

const ways: Readonly<Record<string, () => Promise<string>>> = {
  node: () => opened.listen(around(options).node(listener)),
  gateway: async () => opened.gateway({ ...options, upstream: await opened.listen(createServer(listener)) }),
};

/** What svckit adds, and what concerns the connection. */
const isOwn = (line: string) =>
  /^(?:vary|deprecation|sunset|link|connection|keep-alive|transfer-encoding):/i.test(line);

describe.each(Object.entries(ways))('the head of a converted answer, by %s', (_, serve) => {
  it('keeps its status, its reason, and its fields in their order and case', async () => {
    const [status, ...lines] = await headOf(await serve(), '/books/1');
    expect(status).toBe('HTTP/1.1 200 Quite fine');
    const length = String(body.replace('title', 'name').length);
    expect(lines.filter((line) => !isOwn(line))).toEqual(
      fields.map(([name, value]) => {
        if (name === 'etag') return 'etag: "a--v1"';
        return name === 'content-length' ? `content-length: ${length}` : `${name}: ${value}`;
      }),
    );
  });
});
