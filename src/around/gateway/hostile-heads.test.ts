import fc from 'fast-check';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { booksDocument, booksVersions, shapes } from '../testing/books.js';
import { Opened } from '../testing/serve-books.js';

const opened = new Opened();
const warnings: string[] = [];
let gateway = '';
let answer = '';

/** Bytes as characters of Latin-1. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

beforeAll(async () => {
  const sockets = new Set<Socket>();
  const upstream = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => socket.end(answer, 'latin1'));
  });
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
  opened.add(() => {
    for (const socket of sockets) socket.destroy();
    upstream.close();
  });
  gateway = await opened.gateway({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version' },
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    timeoutMs: 1000,
    logger: { info() {}, warn: (message) => void warnings.push(message), error() {} },
  });
});
afterAll(() => opened.close());

/** What a client reads until its connection ends. */
const ask = (version: string, sent: string) =>
  new Promise<string>((resolve) => {
    answer = sent;
    const socket = connect(Number(new URL(gateway).port), '127.0.0.1');
    let text = '';
    socket.on('error', () => {}).on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', () => resolve(text));
    socket.write(`GET /books/1 HTTP/1.1\r\nHost: t\r\nX-API-Version: ${version}\r\nConnection: close\r\n\r\n`);
  });

const body = '{"id":"1","title":"Notes"}';
const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const versions = [
  ['1', '"name":"Notes"}'],
  ['2', '"title":"Notes"}'],
] as const;

describe.each(versions)('a gateway, to a client of version %s', (version, end) => {
  it('hands on the bytes of a reason beyond Latin-1', async () => {
    const found = await ask(version, `HTTP/1.1 200 ${bytes('見つかった')}\r\n${rest}`);
    expect(found).toMatch(new RegExp(`^HTTP/1\\.1 200 ${bytes('見つかった')}\\r\\n`));
    expect(found.endsWith(end)).toBe(true);
  });

  it('replaces a reason that is no text by that of the status', async () => {
    for (const reason of ['\xff\xfe', 'a\x01b']) {
      const found = await ask(version, `HTTP/1.1 200 ${reason}\r\n${rest}`);
      expect(found).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(found.endsWith(end)).toBe(true);
    }
    expect(warnings.filter((line) => line.includes('reason'))).toHaveLength(1);
  });

  it('hands on interim responses with their fields, as many as come', async () => {
    const hints =
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload; as=style, </b>; rel=preload\r\nX-Hint: 1\r\n\r\n';
    const found = await ask(
      version,
      `${hints}HTTP/1.1 104 Upload\r\nUpload-Offset: 3\r\n\r\nHTTP/1.1 200 OK\r\n${rest}`,
    );
    expect(found.startsWith(`${hints}HTTP/1.1 104 Upload\r\nUpload-Offset: 3\r\n\r\nHTTP/1.1 200 OK\r\n`)).toBe(true);
    expect(found.endsWith(end)).toBe(true);
  });

  it('answers 504 where nothing follows an interim response', async () => {
    answer = '';
    const found = await ask(version, 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n');
    expect(found).toMatch(/HTTP\/1\.1 50[24] /);
  });

  it('answers every head that an upstream can send', async () => {
    const character = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }).map(bytes),
    );
    const field = fc.tuple(
      fc.oneof(fc.constantFrom('X-A', 'Link', 'Trailer', 'ETag', 'Vary', 'Content-Encoding'), text),
      text,
    );
    const head = fc
      .tuple(fc.oneof(fc.constantFrom(200, 404), fc.nat(999)), text, fc.array(field, { maxLength: 3 }))
      .map(([status, reason, fields]) => {
        const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        return `HTTP/1.1 ${String(status).padStart(3, '0')} ${reason}\r\n${lines}`;
      });
    const chunked = fc
      .array(field, { maxLength: 2 })
      .map(
        (trailers) =>
          `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n1a\r\n${body}\r\n0\r\n${trailers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      );
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.constantFrom(100, 102, 103, 199).map((status) => `HTTP/1.1 ${status} Go\r\nLink: </a>\r\n\r\n`)),
        head,
        fc.oneof(fc.constant(rest), chunked),
        async (interim, begin, end) => {
          expect(await ask(version, `${interim ?? ''}${begin}${end}`)).toMatch(
            /^(?:HTTP\/1\.1 1[^]*?\r\n\r\n)?HTTP\/1\.1 [2-9]\d\d [^]*\r\n\r\n/,
          );
        },
      ),
      runs(300),
    );
  });
});
