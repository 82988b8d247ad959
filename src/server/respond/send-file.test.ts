import fc from 'fast-check';
import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import rangeParser from 'range-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { Controller, Get } from '../../routing/declare/verbs.js';
import { sendFile } from '../../routing/declare/file-answer.js';
import { Module } from '../../wiring/module.js';
import { type Call, callForTest, serveForTest } from '../testing/serve-for-test.js';
import { readRanges } from './byte-ranges.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const changedAt = new Date('2026-03-01T10:00:00.500Z');
let folder: string;

@Controller('files')
class FilesController {
  @Get('letters', { response: { 200: { mediaTypes: ['text/plain'] } } }) letters() {
    return sendFile(join(folder, 'letters'));
  }
  @Get('bytes') bytes() {
    return sendFile(Buffer.from(letters), { type: 'image/png', name: 'é"x.png', lastModified: changedAt });
  }
  @Get('whole') whole() {
    return sendFile(Buffer.from(letters), { range: false, name: 'a.txt', inline: true });
  }
  @Get('missing') missing() {
    return sendFile(join(folder, 'missing'));
  }
  @Get('folder') folder() {
    return sendFile(join(folder, 'sub'));
  }
  @Get('nul') nul() {
    return sendFile('a\0b');
  }
  @Get('empty') empty() {
    return sendFile(join(folder, 'empty'));
  }
  @Get('text', { response: { 200: { mediaTypes: ['text/plain'] } } }) text() {
    return sendFile(Buffer.from(letters.repeat(100)));
  }
  @Get('tagged') tagged() {
    return sendFile(Buffer.from(letters), { etag: '"v7"', headers: { 'Cache-Control': 'max-age=60', 'X-Size': 'A4' } });
  }
  @Get('tagged-file') taggedFile() {
    return sendFile(join(folder, 'letters'), { etag: '"v7"' });
  }
  @Get('large') large() {
    return sendFile(join(folder, 'large'));
  }
}
@Module({ controllers: [FilesController] })
class Root {}

let served: Awaited<ReturnType<typeof serveForTest>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'send-file-'));
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'letters'), letters);
  await utimes(join(folder, 'letters'), changedAt, changedAt);
  await writeFile(join(folder, 'empty'), '');
  served = await serveForTest(Root);
});
afterAll(async () => {
  await served.app.close();
  await rm(folder, { recursive: true });
});

const ask = (path: string, headers: Call['headers'] = {}, method = 'GET') =>
  callForTest(served.url, `/files/${path}`, { headers, method });
const lastModified = 'Sun, 01 Mar 2026 10:00:00 GMT';

describe('sendFile', () => {
  it('sends a file with what identifies it, and its head alone for HEAD', async () => {
    const { status, headers, text } = await ask('letters');
    expect([status, text]).toEqual([200, letters]);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '26',
      'accept-ranges': 'bytes',
      'last-modified': lastModified,
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"1a-/),
    });
    const head = await ask('letters', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length'], head.headers['etag']]).toEqual([
      200,
      '',
      '26',
      headers['etag'],
    ]);
  });

  it('sends bytes with a strong tag, under a name in any alphabet', async () => {
    const { headers } = await ask('bytes');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="?\\"x.png"; filename*=UTF-8''%C3%A9%22x.png`,
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    expect((await ask('whole')).headers['content-disposition']).toBe('inline; filename="a.txt"');
  });

  it.each(['missing', 'folder', 'nul'])('answers 404 for what is %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('sends an empty file', async () => {
    expect(await ask('empty', { range: 'bytes=0-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */0' },
    });
    expect(await ask('empty')).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    ['If-None-Match, its tag', { 'if-none-match': 'TAG' }, 304],
    ['If-None-Match, another', { 'if-none-match': '"x"' }, 200],
    ['If-None-Match before If-Modified-Since', { 'if-none-match': '"x"', 'if-modified-since': lastModified }, 200],
    ['If-Modified-Since, unchanged', { 'if-modified-since': lastModified }, 304],
    ['If-Modified-Since, changed', { 'if-modified-since': 'Sun, 01 Mar 2026 09:59:59 GMT' }, 200],
    ['If-Match, its tag', { 'if-match': '"y", TAG' }, 200],
    ['If-Match, another', { 'if-match': '"x"' }, 412],
    ['If-Match, any', { 'if-match': '*' }, 200],
    ['If-Unmodified-Since, changed', { 'if-unmodified-since': 'Sun, 01 Mar 2026 09:59:59 GMT' }, 412],
    ['If-Unmodified-Since, unchanged', { 'if-unmodified-since': lastModified }, 200],
    ['a malformed date', { 'if-modified-since': 'yesterday' }, 200],
    ['If-Range, its tag', { range: 'bytes=0-0', 'if-range': 'TAG' }, 206],
    ['If-Range, another', { range: 'bytes=0-0', 'if-range': '"x"' }, 200],
    ['If-Range, its date', { range: 'bytes=0-0', 'if-range': lastModified }, 206],
    ['If-Range, another date', { range: 'bytes=0-0', 'if-range': 'Sun, 01 Mar 2026 10:00:01 GMT' }, 200],
    ['a range of HEAD', { range: 'bytes=0-0' }, 206],
  ])('keeps to %s', async (_what, given, status) => {
    const tag = String((await ask('bytes')).headers['etag']);
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace('TAG', tag)]));
    expect((await ask('bytes', headers)).status).toBe(status);
  });

  it.each(['tagged', 'tagged-file'])('keeps to a tag that is given (%s)', async (path) => {
    expect((await ask(path)).headers['etag']).toBe('"v7"');
    expect((await ask(path, { 'if-none-match': 'W/"v7"' })).status).toBe(304);
    expect(await ask(path, { range: 'bytes=0-1', 'if-range': '"v7"' })).toMatchObject({ status: 206, text: 'ab' });
    expect((await ask(path, { 'if-match': '"v8"' })).status).toBe(412);
  });

  it.each(['v7', '"v', 'W"v7"', '"a"b"', ''])('refuses the tag %s', (etag) => {
    expect(() => sendFile(Buffer.from(''), { etag })).toThrow(/etag is .*\. Write it with its quotes/);
  });

  it('sends headers of its own with the file and what stands for it, and not with errors', async () => {
    const own = { 'cache-control': 'max-age=60', 'x-size': 'A4' };
    const shown: readonly Call['headers'][] = [
      {},
      { range: 'bytes=0-1' },
      { range: 'bytes=0-1,3-4' },
      { 'if-none-match': '"v7"' },
    ];
    const failing: readonly Call['headers'][] = [{ range: 'bytes=99-' }, { 'if-match': '"x"' }];
    for (const headers of shown) expect((await ask('tagged', headers)).headers).toMatchObject(own);
    for (const headers of failing) {
      const answer = await ask('tagged', headers);
      expect([answer.headers['cache-control'], answer.headers['x-size']]).toEqual([undefined, undefined]);
    }
  });

  it('does not continue a copy that has a weak tag', async () => {
    const tag = String((await ask('letters')).headers['etag']);
    expect((await ask('letters', { range: 'bytes=0-1', 'if-range': tag })).status).toBe(200);
  });

  it('does not continue a compressed copy with uncompressed bytes', async () => {
    const coded = await ask('text', { 'accept-encoding': 'gzip' });
    expect(coded.headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringContaining('--gzip"') });
    const headers = { 'accept-encoding': 'gzip', range: 'bytes=5-9', 'if-range': String(coded.headers['etag']) };
    expect((await ask('text', headers)).status).toBe(200);
  });

  it('cuts the connection when a file becomes shorter', async () => {
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(40_000_000));
    const isComplete = await new Promise<boolean>((resolve) => {
      get(`${served.url}/files/large`, { agent: false }, (res) => {
        res.on('error', () => {});
        res.once('close', () => resolve(res.complete));
        res.pause();
        void truncate(path, 100).then(() => res.on('data', () => {}).resume());
      });
    });
    expect(isComplete).toBe(false);
    while (served.logged.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(served.logged.join()).toContain('became shorter');
  });
});

const spec = fc.oneof(
  fc.tuple(fc.nat(40), fc.nat(40)).map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`),
  fc.nat(40).map((first) => `${first}-`),
  fc.integer({ min: 1, max: 20 }).map((last) => `-${last}`),
);

describe('ranges', () => {
  it('are those that range-parser finds', () => {
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 5 }), fc.integer({ min: 20, max: 60 }), (specs, size) => {
        const header = `bytes=${specs.join(', ')}`;
        const expected = rangeParser(size, header);
        const found = readRanges(header, size);
        if (expected === -1) expect(found).toEqual([]);
        else if (found === null)
          expect(
            (expected as unknown as { start: number; end: number }[]).reduce(
              (sum, { start, end }) => sum + end - start + 1,
              0,
            ),
          ).toBeGreaterThan(size);
        else expect(found).toEqual([...(expected as never as object[])].map((range) => ({ ...range })));
      }),
    );
  });

  it.each(['bytes=', 'bytes=a-b', 'bytes=5-2', 'bytes=-', 'items=0-1', 'bytes=0-1-2', `bytes=${'0-0,'.repeat(51)}`])(
    'of %j are ignored',
    (header) => {
      expect(readRanges(header, 26)).toBeNull();
    },
  );

  it('come back as the bytes that were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spec, { minLength: 1, maxLength: 4 }), async (specs) => {
        const header = `bytes=${specs.join(',')}`;
        const ranges = readRanges(header, letters.length);
        const { status, headers, text } = await ask('letters', { range: header });
        if (ranges === null) return void expect([status, text]).toEqual([200, letters]);
        if (ranges.length === 0) return void expect([status, headers['content-range']]).toEqual([416, 'bytes */26']);
        expect([status, headers['content-length']]).toEqual([206, String(Buffer.byteLength(text))]);
        const cut = ranges.map(({ start, end }) => [`bytes ${start}-${end}/26`, letters.slice(start, end + 1)]);
        if (ranges.length === 1) return void expect([[headers['content-range'], text]]).toEqual(cut);
        const boundary = /boundary=(\w+)$/.exec(String(headers['content-type']))![1]!;
        const parts = text.split(`--${boundary}`);
        expect([parts.at(0), parts.at(-1)]).toEqual(['', '--\r\n']);
        expect(
          parts.slice(1, -1).map((part) => {
            const [head = '', body = ''] = part.split('\r\n\r\n');
            expect(head).toContain('Content-Type: text/plain');
            return [/Content-Range: (.*)$/m.exec(head)![1]!.trim(), body.slice(0, -2)];
          }),
        ).toEqual(cut);
      }),
      runs(20),
    );
  });
});
