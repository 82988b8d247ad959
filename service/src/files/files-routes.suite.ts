import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../testing/start-test-service.js';

const object = (key: string) => `/files/object?key=${encodeURIComponent(key)}`;

/** Keys as they stand in a query, percent-encoded once or twice, that lead out of the root or are no portable names. */
const refusedKeys = [
  '..',
  '../secret',
  '..%2fsecret',
  '%2e%2e%2fsecret',
  '%252e%252e%252fsecret',
  '%252e%252e/secret',
  'a/../../secret',
  'a/..',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '//a',
  'a//b',
  'a/',
  '.',
  './a',
  '..%5csecret',
  'a%5cb',
  'C:%5csecret',
  'c:a',
  'a%00.txt',
  'a%2500',
  'a%0ab',
  'con',
  'NUL.txt',
  'a/aux',
  'COM1',
  'a.',
  'a%20',
  'a./b',
  'file::$DATA',
  'a%3fb',
  'a*b',
  '.incoming/a',
  'a%ef%bf%bd',
  '%25c0%25ae/a',
  'x'.repeat(201),
  '',
];

/** What the Files routes promise, wherever files are kept. */
export function describeFilesRoutes(backend: string, start: () => Promise<TestService>): void {
  describe(`the files routes on ${backend}`, () => {
    let service: TestService;
    const keys = async (query = '') =>
      (await service.send('GET', `/files${query}`)).body as unknown as { root: string; keys: readonly string[] };
    const follow = (url: string, init?: RequestInit) => fetch(new URL(url, service.url), init);
    const presign = async (query: string) =>
      (await service.send('GET', `/files/presign?${query}`)).body as unknown as { url: string; expiresAt: string };

    beforeAll(async () => {
      service = await start();
    });
    afterAll(async () => {
      for (const key of (await keys()).keys) await service.send('DELETE', object(key));
      await service.close();
    });

    it('write, read and delete a file', async () => {
      expect(await service.send('PUT', object('notes/heute ü.txt'), { content: 'Grüße 😀' })).toMatchObject({
        status: 200,
        body: { key: 'notes/heute ü.txt', bytes: 12 },
      });
      expect((await service.send('GET', object('notes/heute ü.txt'))).body).toEqual({
        key: 'notes/heute ü.txt',
        size: 12,
        type: 'text/plain; charset=utf-8',
        content: 'Grüße 😀',
      });
      expect(await service.send('DELETE', object('notes/heute ü.txt'))).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
      expect(await service.send('GET', object('notes/heute ü.txt'))).toMatchObject({
        status: 404,
        body: { status: 404, title: 'Not Found' },
      });
    });

    it('take an empty file and one of 64 KiB, and refuse one byte more', async () => {
      for (const content of ['', 'x'.repeat(65_536), 'é'.repeat(32_768)]) {
        const bytes = Buffer.byteLength(content);
        expect(await service.send('PUT', object('sized'), { content })).toMatchObject({ status: 200, body: { bytes } });
        expect((await service.send('GET', object('sized'))).body).toMatchObject({ size: bytes, content });
      }
      for (const content of ['x'.repeat(65_537), `${'é'.repeat(32_768)}x`]) {
        expect(await service.send('PUT', object('sized'), { content })).toMatchObject({
          status: 400,
          body: { errors: [{ in: 'body', path: 'content' }] },
        });
      }
      expect((await service.send('GET', object('sized'))).body).toMatchObject({ size: 65_536 });
    });

    it('answer 404 for a key that nothing is kept under', async () => {
      for (const [method, path] of [
        ['GET', object('nobody')],
        ['DELETE', object('nobody')],
        ['GET', '/files/presign?key=nobody'],
      ] as const) {
        expect(await service.send(method, path)).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining('"nobody"') },
        });
      }
    });

    it.each(refusedKeys)('refuse the key %j on every route, and write nothing', async (key) => {
      const before = (await keys()).keys;
      const calls = [
        ['GET', `object?key=${key}`],
        ['PUT', `object?key=${key}`],
        ['DELETE', `object?key=${key}`],
        ['GET', `presign?key=${key}`],
        ['GET', `presign?method=PUT&key=${key}`],
      ] as const;
      for (const [method, path] of calls) {
        const answer = await service.send(method, `/files/${path}`, method === 'PUT' ? { content: 'x' } : undefined);
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', path: 'key' }] } });
      }
      expect((await keys()).keys).toEqual(before);
    });

    it.each([
      ['GET', '/files/object', 'key'],
      ['GET', '/files/object?key=a&key=b', 'key'],
      ['GET', '/files/presign', 'key'],
      ['GET', '/files/presign?key=a&method=DELETE', 'method'],
      ['GET', '/files/presign?key=a&expiresIn=0', 'expiresIn'],
      ['GET', '/files/presign?key=a&expiresIn=604801', 'expiresIn'],
      ['GET', '/files/presign?key=a&expiresIn=0x10', 'expiresIn'],
      ['GET', '/files?prefix=..', 'prefix'],
      ['GET', '/files?prefix=%2fetc', 'prefix'],
      ['GET', '/files?prefix=a%00', 'prefix'],
      ['GET', '/files?prefix=a%5cb', 'prefix'],
      ['GET', `/files?prefix=${'x'.repeat(201)}`, 'prefix'],
      ['GET', '/files?glob=', 'glob'],
      ['GET', '/files?glob=..%2f*', 'glob'],
      ['GET', '/files?glob=%2fetc%2f*', 'glob'],
      ['GET', '/files?glob=%5bz-a%5d', 'glob'],
      ['GET', `/files?glob=${'x'.repeat(1_001)}`, 'glob'],
    ])('%s %s is 400 and names %s', async (method, path, field) => {
      expect(await service.send(method, path)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'query', path: field }] },
      });
    });

    it.each(['%ff%fe', '%c0%ae%c0%ae/a', '%zz', '%'])('refuse the key %j, which is no UTF-8', async (key) => {
      expect((await service.send('PUT', `/files/object?key=${key}`, { content: 'x' })).status).toBe(400);
    });

    it.each([{}, { content: 1 }, { content: null }, [], '{"content":', '"text"', { content: '\ud800' }])(
      'refuse the body %j',
      async (body) => {
        expect(await service.send('PUT', object('unwritten'), body)).toMatchObject({
          status: 400,
          body: { errors: [{ in: 'body' }] },
        });
        expect((await service.send('GET', object('unwritten'))).status).toBe(404);
      },
    );

    it('refuse another content type with 415', async () => {
      expect(
        (
          await service.send('PUT', object('unwritten'), 'content=x', {
            'Content-Type': 'application/x-www-form-urlencoded',
          })
        ).status,
      ).toBe(415);
    });

    it('list keys by prefix and glob, in order', async () => {
      for (const key of ['list/b.txt', 'list/a.png', 'list/deep/c.txt', 'list/.hidden', 'lists.txt'])
        await service.send('PUT', object(key), { content: key });
      const { root, keys: all } = await keys();
      expect(root).toEqual(expect.any(String));
      expect(all).toEqual(expect.arrayContaining(['list/a.png', 'lists.txt']));
      expect((await keys('?prefix=list/')).keys).toEqual([
        'list/.hidden',
        'list/a.png',
        'list/b.txt',
        'list/deep/c.txt',
      ]);
      expect((await keys('?prefix=list/d')).keys).toEqual(['list/deep/c.txt']);
      expect((await keys('?glob=list/*.txt')).keys).toEqual(['list/b.txt']);
      expect((await keys('?prefix=list/&glob=**/*.txt')).keys).toEqual(['list/b.txt', 'list/deep/c.txt']);
      expect((await keys('?prefix=list/&glob=**/*.gif')).keys).toEqual([]);
    });

    it('stop a glob that would match for years', async () => {
      await service.send('PUT', object('a'.repeat(200)), { content: 'x' });
      const glob = encodeURIComponent(`${'*a'.repeat(40)}*b`);
      expect(await service.send('GET', `/files?glob=${glob}`)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'query', path: 'glob' }] },
      });
    });

    it('hand out an address that reads one file', async () => {
      await service.send('PUT', object('signed/a b.txt'), { content: 'signed' });
      const { url, expiresAt } = await presign('key=signed/a%20b.txt&expiresIn=60');
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(50_000);
      const answer = await follow(url);
      expect([answer.status, await answer.text()]).toEqual([200, 'signed']);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
      expect((await follow(url, { method: 'PUT', body: 'changed' })).status).toBe(403);
      expect((await follow(url.replace(/a(%20|\+)b/, 'a$1c'))).status).toBe(403);
      expect(
        (
          await follow(
            url.replace(/(signature=)(.)/i, (_all, name: string, digit: string) => name + (digit === '0' ? '1' : '0')),
          )
        ).status,
      ).toBe(403);
      expect((await service.send('GET', object('signed/a b.txt'))).body).toMatchObject({ content: 'signed' });
    });

    it('hand out an address that writes one file, bytes as they are', async () => {
      const { url } = await presign('key=signed/new.bin&method=PUT');
      expect((await follow(url)).status).toBe(403);
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      expect((await follow(url, { method: 'PUT', body: bytes })).status).toBe(200);
      const reading = await follow((await presign('key=signed/new.bin')).url);
      expect(new Uint8Array(await reading.arrayBuffer())).toEqual(bytes);
      expect(await service.send('GET', object('signed/new.bin'))).toMatchObject({
        status: 409,
        body: { code: 'not-text' },
      });
    });

    it('end an address when it said so', async () => {
      await service.send('PUT', object('short'), { content: 'x' });
      const { url } = await presign('key=short&expiresIn=1');
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expect((await follow(url)).status).toBe(403);
    });

    const download = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
      follow(`/api/files/download?key=${encodeURIComponent(key)}`, { method, headers });

    it('download a file, whole or in parts, and say what the client has', async () => {
      await service.send('PUT', object('down/a ü.txt'), { content: 'abcdefghij' });
      const whole = await download('down/a ü.txt');
      expect([whole.status, await whole.text()]).toEqual([200, 'abcdefghij']);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'content-disposition': `attachment; filename="a ?.txt"; filename*=UTF-8''a%20%C3%BC.txt`,
        'content-length': '10',
        'content-security-policy': 'sandbox',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      const etag = whole.headers.get('etag')!;
      const lastModified = whole.headers.get('last-modified')!;
      expect(Date.now() - Date.parse(lastModified)).toBeLessThan(600_000);

      const head = await download('down/a ü.txt', {}, 'HEAD');
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
      const part = await download('down/a ü.txt', { range: 'bytes=2-4' });
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', 'cde']);
      const parts = await download('down/a ü.txt', { range: 'bytes=0-1,-2' });
      expect(parts.headers.get('content-type')).toMatch(/^multipart\/byteranges; boundary=/);
      expect(await parts.text()).toMatch(/bytes 0-1\/10\r\n\r\nab\r\n[^]*bytes 8-9\/10\r\n\r\nij\r\n/);
      const statusOf = async (headers: Record<string, string>) => (await download('down/a ü.txt', headers)).status;
      expect(await statusOf({ range: 'bytes=10-' })).toBe(416);
      expect(await statusOf({ range: 'bytes=0-1', 'if-range': '"another"' })).toBe(200);
      expect(await statusOf({ 'if-none-match': etag })).toBe(304);
      expect(await statusOf({ 'if-modified-since': lastModified })).toBe(304);
      expect(await statusOf({ 'if-match': '"another"' })).toBe(412);
    });

    it('refuse to download what is not there', async () => {
      expect((await download('nobody')).status).toBe(404);
      expect((await download('down')).status).toBe(404);
      expect((await download('../secret')).status).toBe(400);
    });

    it('send parts of what a presigned address reads', async () => {
      await service.send('PUT', object('signed/parts.txt'), { content: 'abcdefghij' });
      const { url } = await presign('key=signed/parts.txt');
      const answer = await follow(url, { headers: { range: 'bytes=-3' } });
      expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
        206,
        'hij',
        'bytes 7-9/10',
      ]);
    });

    const upload = async (files: readonly File[], fields: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      for (const one of files) body.append('files', one);
      const answer = await follow('/api/files/uploads', { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
    };
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    );

    it('keep what is uploaded, by its content and each under a key of its own', async () => {
      const sent = [
        new File(['Grüße'], 'note.txt', { type: 'text/plain' }),
        new File([png], 'sun.png', { type: 'image/png' }),
        new File([png], 'sun.png', { type: 'application/octet-stream' }),
        new File([png], 'page.html', { type: 'text/html' }),
        new File(['<script>alert(1)</script>'], 'page.html', { type: 'text/html' }),
        new File(['a,b\n1,2\n'], 'C:\\data\\table.csv', { type: 'text/csv' }),
      ];
      const { status, body, headers } = await upload(sent, { folder: 'incoming/today' });
      expect([status, headers.get('location')]).toEqual([201, '/api/files']);
      const kept = body['files'] as { key: string; bytes: number; type: string }[];
      expect(kept.map(({ key, ...rest }) => ({ name: key.split('/').at(-1), ...rest }))).toEqual([
        { name: 'note.txt', bytes: 7, type: 'text/plain; charset=utf-8' },
        { name: 'sun.png', bytes: 68, type: 'image/png' },
        { name: 'sun.png', bytes: 68, type: 'image/png' },
        { name: 'page.html.png', bytes: 68, type: 'image/png' },
        { name: 'page.html.txt', bytes: 25, type: 'text/plain; charset=utf-8' },
        { name: 'table.csv', bytes: 8, type: 'text/csv; charset=utf-8' },
      ]);
      expect(new Set(kept.map(({ key }) => key)).size).toBe(6);
      for (const [index, { key, type }] of kept.entries()) {
        expect(key).toMatch(/^incoming\/today\/[0-9a-f-]{36}\//);
        const answer = await download(key);
        expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual([
          type,
          Buffer.from(await sent[index]!.arrayBuffer()),
        ]);
      }
    });

    it.each<[string, readonly File[], Record<string, string>, string]>([
      ['no file', [], {}, 'files'],
      [
        'a program',
        [new File([Buffer.from('\x7fELF\x02\x01\x01\0\0')], 'a.txt', { type: 'text/plain' })],
        {},
        'files.0',
      ],
      ['a name that is no key', [new File(['a'], 'a.txt'), new File(['b'], 'what?.txt')], {}, 'files.1'],
      ['a folder that leads out', [new File(['a'], 'a.txt')], { folder: '../secret' }, 'folder'],
      ['a folder without a name', [new File(['a'], 'a.txt')], { folder: '' }, 'folder'],
      ['eleven files', Array.from({ length: 11 }, () => new File(['a'], 'a.txt')), {}, 'files'],
    ])('refuse an upload of %s with 400, and keep nothing', async (_what, files, fields, path) => {
      const before = (await keys()).keys;
      expect(await upload(files, fields)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'body', path: expect.stringMatching(new RegExp(`^${path}`)) }] },
      });
      expect((await keys()).keys).toEqual(before);
    });

    it('are the same in both versions, and answer HEAD', async () => {
      for (const version of ['1', '2'])
        expect((await service.send('GET', '/files', undefined, { 'X-API-Version': version })).status).toBe(200);
      expect((await service.send('HEAD', '/files')).status).toBe(200);
    });
  });
}
