import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest, startTestService, type TestService } from '../testing/start-test-service.js';
import { ImageEngine } from './image-engine.js';
import { imageFormats } from './image-format.js';
import { ImagesModule } from './images-module.js';

const modules = [ConfigurationModule, ImagesModule];
let service: TestService;
beforeAll(async () => {
  service = await startTestService(modules);
});
afterAll(() => service?.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/api/images/${path}`, { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

const brands = { png: '\x89PNG', jpeg: '\xff\xd8\xff', webp: 'WEBP', heic: 'ftypheic', avif: 'ftypavif' };

it.each(imageFormats)('%s is rendered as a file of its format, and metadata agrees', async (format) => {
  const answer = await get(`render?width=100&format=${format}`);
  const bytes = await bytesOf(answer);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(`image/${format}`);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('x-dimensions')).toBe('100x75');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
  expect(bytes.toString('latin1', 0, 16)).toContain(brands[format]);
  expect(bytes.includes('hvc1')).toBe(format === 'heic');
  const metadata = await get(`metadata?width=100&format=${format}`);
  expect(await metadata.json()).toEqual({
    width: 100,
    height: 75,
    format,
    mimeType: `image/${format}`,
    bytes: bytes.length,
  });
  expect(metadata.headers.get('x-dimensions')).toBe('100x75');
});

it('without parameters it is a PNG, 64 wide', async () => {
  const answer = await get('render');
  expect([answer.headers.get('content-type'), answer.headers.get('x-dimensions')]).toEqual(['image/png', '64x48']);
  expect((await sharp(await bytesOf(answer)).metadata()).width).toBe(64);
});

it('fill stretches, inside does not', async () => {
  expect((await get('render?width=30&height=90&fit=fill')).headers.get('x-dimensions')).toBe('30x90');
  expect((await get('render?width=30&height=90&fit=inside')).headers.get('x-dimensions')).toBe('30x23');
  expect((await get('render?width=1024&height=1024&fit=fill&format=heic')).headers.get('x-dimensions')).toBe(
    '1024x1024',
  );
});

it.each(['metadata', 'render'])(
  '%s is 304 for a client that has it, and 200 for one that has something else',
  async (view) => {
    const etag = (await get(`${view}?width=40`)).headers.get('etag')!;
    for (const field of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(`${view}?width=40`, { 'if-none-match': field });
      expect([
        answer.status,
        await answer.text(),
        answer.headers.get('etag'),
        answer.headers.get('cache-control'),
      ]).toEqual([304, '', etag, 'public, max-age=3600']);
    }
    expect((await get(`${view}?width=41`, { 'if-none-match': etag })).status).toBe(200);
    expect((await get(`${view}?width=40`, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(`${view === 'render' ? 'metadata' : 'render'}?width=40`, { 'if-none-match': etag })).status).toBe(
      200,
    );
  },
);

it('a rendering is sent in parts, under a name, and only while it is the one that the client has', async () => {
  const whole = await get('render?width=50');
  const bytes = await bytesOf(whole);
  const etag = whole.headers.get('etag')!;
  expect(whole.headers.get('content-disposition')).toBe('inline; filename="sun-50x38.png"');
  const part = await get('render?width=50', { range: 'bytes=10-19', 'if-range': etag });
  expect([part.status, part.headers.get('content-range'), part.headers.get('x-dimensions')]).toEqual([
    206,
    `bytes 10-19/${bytes.length}`,
    '50x38',
  ]);
  expect(await bytesOf(part)).toEqual(bytes.subarray(10, 20));
  expect((await get('render?width=51', { range: 'bytes=10-19', 'if-range': etag })).status).toBe(200);
  expect((await get('render?width=50', { 'if-match': '"other"' })).status).toBe(412);
  expect((await get('render?width=50', { range: 'bytes=9999999-' })).status).toBe(416);
});

it('HEAD returns the headers of GET', async () => {
  const [head, whole] = [await get('render?width=50', {}, 'HEAD'), await get('render?width=50')];
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['etag', 'x-dimensions', 'content-type', 'content-length'])
    expect(head.headers.get(name)).toBe(whole.headers.get(name));
});

it.each([
  ['width=0', 'width'],
  ['width=1025', 'width'],
  ['width=', 'width'],
  ['width=abc', 'width'],
  ['width=1.5', 'width'],
  ['width=0x10', 'width'],
  ['width=1&width=2', 'width'],
  ['width=-1', 'width'],
  ['width=1e2', 'width'],
  ['width=99999', 'width'],
  ['height=0', 'height'],
  ['height=1025', 'height'],
  ['fit=cover', 'fit'],
  ['fit=', 'fit'],
  ['format=gif', 'format'],
  ['format=PNG', 'format'],
  ['format=constructor', 'format'],
  ['quality=0', 'quality'],
  ['quality=101', 'quality'],
  ['quality=high', 'quality'],
])('%s is 400 and names %s', async (query, field) => {
  for (const view of ['metadata', 'render']) {
    expect(await service.send('GET', `/images/${view}?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'query', path: field }] },
    });
  }
});

it('an inline image is described', async () => {
  const base64 = (
    await sharp({ create: { width: 7, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
  expect(await service.send('POST', '/images/describe', { base64 })).toMatchObject({
    status: 201,
    body: { width: 7, height: 5, format: 'jpeg' },
  });
  const heic = (await bytesOf(await get('render?format=heic'))).toString('base64');
  expect(await service.send('POST', '/images/describe', { base64: heic })).toMatchObject({
    status: 201,
    body: { width: 64, height: 48, format: 'heic' },
  });
});

const encoded = (text: string) => Buffer.from(text, 'latin1').toString('base64');

it.each([
  ['nothing', {}],
  ['a number', { base64: 1 }],
  ['an empty text', { base64: '' }],
  ['no base64', { base64: 'not base64!' }],
  ['base64 without its padding', { base64: 'aGVsbG8' }],
  ['a data URL', { base64: `data:image/png;base64,${encoded('x')}` }],
  ['a text', { base64: encoded('hello') }],
  ['the beginning of a PNG', { base64: encoded('\x89PNG\r\n\x1a\n') }],
  ['a drawing', { base64: encoded('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>') }],
  ['a HEIC that is none', { base64: encoded('\0\0\0\x18ftypheic\0\0\0\0mif1heic') }],
])('%s is 400 and names base64', async (_name, body) => {
  expect(await service.send('POST', '/images/describe', body)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', path: 'base64' }] },
  });
});

it('an image of too many pixels is 400', async () => {
  const bomb = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const small = await startServiceForTest(modules, { IMAGES_PIXEL_LIMIT: '8999999' });
  const body = { base64: bomb.toString('base64') };
  expect(await small.send('POST', '/images/describe', body)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', path: 'base64', message: expect.stringMatching(/pixel/) }] },
  });
  expect(await service.send('POST', '/images/describe', body)).toMatchObject({ status: 201, body: { width: 3_000 } });
});

it('a body that is too large is 413, another type 415', async () => {
  expect((await service.send('POST', '/images/describe', { base64: 'A'.repeat(1_100_000) })).status).toBe(413);
  expect((await service.send('POST', '/images/describe', 'x', { 'Content-Type': 'image/png' })).status).toBe(415);
});

it('beyond its places the engine answers 503 with Retry-After, and other clients are served', async () => {
  const small = await startServiceForTest(modules, { IMAGES_CONCURRENCY: '1', IMAGES_QUEUE_LIMIT: '2' });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => fetch(`${small.url}/api/images/render?width=${500 + index}&format=avif`)),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(busy.length).toBeGreaterThan(3);
  for (const answer of busy) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await answer.json()).toMatchObject({ status: 503, code: 'images-busy' });
  }
  expect((await fetch(`${small.url}/api/images/render`)).status).toBe(200);
});

it('a picture whose client has gone away is not rendered: its place in the line is free at once', async () => {
  const small = await startServiceForTest(modules, { IMAGES_CONCURRENCY: '1', IMAGES_QUEUE_LIMIT: '12' });
  const engine = small.app.get(ImageEngine);
  let isRendered = false;
  const first = engine.render({ width: 512, height: 512, fit: 'fill', format: 'avif' }).then(() => {
    isRendered = true;
  });
  const controller = new AbortController();
  const gone = Array.from({ length: 3 }, (_, index) =>
    fetch(`${small.url}/api/images/render?width=${900 + index}&format=avif`, { signal: controller.signal }),
  );
  await expect.poll(() => engine.waiting, { interval: 2 }).toBe(3);
  controller.abort();
  await Promise.allSettled(gone);
  await expect.poll(() => engine.waiting, { interval: 2 }).toBe(0);
  expect(isRendered).toBe(false);
  expect((await fetch(`${small.url}/api/images/render`)).status).toBe(200);
  await first;
  expect(small.log.filter((line) => line.includes('failed'))).toEqual([]);
});
