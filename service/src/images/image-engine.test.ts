import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { QueueFull } from '../fair-shares/fair-queue.js';
import { ImageEngine, type RenderOptions } from './image-engine.js';
import { type ImageFormat, imageFormats } from './image-format.js';

const engine = new ImageEngine({ concurrency: 2, queueLimit: 200, pixelLimit: 4_000_000 });
afterAll(() => engine.onShutdown());

const options = (change: Partial<RenderOptions> = {}): RenderOptions => ({
  width: 64,
  fit: 'inside',
  format: 'png',
  ...change,
});
const text = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes).toString('latin1', from, to);

const looksLike: Record<ImageFormat, (bytes: Uint8Array) => boolean> = {
  png: (bytes) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  jpeg: (bytes) => text(bytes, 0, 3) === '\xff\xd8\xff',
  webp: (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP',
  avif: (bytes) => text(bytes, 4, 12) === 'ftypavif' && text(bytes, 0, bytes.length).includes('av01'),
  heic: (bytes) =>
    text(bytes, 4, 12) === 'ftypheic' &&
    text(bytes, 0, bytes.length).includes('hvc1') &&
    !text(bytes, 0, bytes.length).includes('av01'),
};

describe('rendering', () => {
  test.each(imageFormats)('%s is a file of its own format and of no other', async (format) => {
    const image = await engine.render(options({ format }));
    for (const [name, matches] of Object.entries(looksLike))
      expect([name, matches(image.bytes)]).toEqual([name, name === format]);
    expect(image).toMatchObject({ width: 64, height: 48, format, mimeType: `image/${format}` });
    expect(await engine.describe(image.bytes)).toEqual({ width: 64, height: 48, format });
  });

  test('inside keeps the proportions, fill does not', async () => {
    const size = async (change: Partial<RenderOptions>) => {
      const { width, height, bytes } = await engine.render(options(change));
      const real = await engine.describe(bytes);
      expect([real.width, real.height]).toEqual([width, height]);
      return [width, height];
    };
    expect(await size({ width: 100 })).toEqual([100, 75]);
    expect(await size({ width: 100, height: 50 })).toEqual([67, 50]);
    expect(await size({ width: 100, height: 50, fit: 'fill' })).toEqual([100, 50]);
    expect(await size({ width: 100, fit: 'fill' })).toEqual([100, 768]);
    expect(await size({ width: 1 })).toEqual([1, 1]);
    expect(await size({ width: 1024, height: 1024, fit: 'fill', format: 'heic' })).toEqual([1024, 1024]);
    expect(await size({ width: 37, height: 1, fit: 'fill', format: 'heic' })).toEqual([37, 1]);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a lower quality makes a smaller %s', async (format) => {
    const sizes = [];
    for (const quality of [1, 100])
      sizes.push((await engine.render(options({ width: 256, format, quality }))).bytes.length);
    expect(sizes[0]).toBeLessThan(sizes[1]!);
  });

  test('the picture is the same in every format', async () => {
    const { bytes } = await engine.render(options({ format: 'png' }));
    const sky = await sharp(bytes).extract({ left: 1, top: 1, width: 1, height: 1 }).raw().toBuffer();
    expect(sky[2]).toBeGreaterThan(sky[0]!);
    const jpeg = await sharp((await engine.render(options({ format: 'jpeg', quality: 100 }))).bytes)
      .extract({ left: 1, top: 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.abs(jpeg[2]! - sky[2]!)).toBeLessThan(8);
  });

  test('equal parameters have equal fingerprints, and each parameter counts', async () => {
    const variants = [
      {},
      { width: 65 },
      { height: 48 },
      { fit: 'fill' as const },
      { format: 'heic' as const },
      { quality: 80 },
    ];
    const fingerprints = await Promise.all(variants.map((change) => engine.fingerprint(options(change))));
    expect(new Set(fingerprints).size).toBe(variants.length);
    expect(await engine.fingerprint(options())).toBe(fingerprints[0]);
  });

  test('beyond the places in its queue the engine refuses at once, and works on afterwards', async () => {
    const small = new ImageEngine({ concurrency: 1, queueLimit: 2, pixelLimit: 1_000_000 });
    onTestFinished(() => small.onShutdown());
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => small.render(options())));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const outcome of refused) expect(outcome.reason).toBeInstanceOf(QueueFull);
    expect((await small.render(options({ format: 'heic' }))).width).toBe(64);
  });

  test('a cheap picture does not wait for expensive ones of the same client', async () => {
    const small = new ImageEngine({ concurrency: 1, queueLimit: 100, pixelLimit: 1_000_000 });
    onTestFinished(() => small.onShutdown());
    let finished = 0;
    const large = Array.from({ length: 8 }, () => small.render(options({ width: 400, format: 'avif' })));
    for (const image of large) void image.then(() => (finished += 1));
    await small.render(options());
    expect(finished).toBeLessThan(8);
    expect(small.waiting).toBeGreaterThan(0);
    await Promise.all(large);
  });

  test('many HEIC images at once are all encoded', async () => {
    const images = await Promise.all(
      Array.from({ length: 12 }, (_, index) => engine.render(options({ width: 20 + index, format: 'heic' }))),
    );
    for (const [index, image] of images.entries())
      expect(await engine.describe(image.bytes)).toMatchObject({ width: 20 + index });
  });
});

describe('describing', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } });

  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s is recognised', async (format) => {
    expect(await engine.describe(await picture(30, 20).toFormat(format).toBuffer())).toEqual({
      width: 30,
      height: 20,
      format,
    });
  });

  test('text, nothing, and formats that run code or load files are no images', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
    for (const content of ['hello', '', '\x89PNG\r\n\x1a\n', svg, '%PDF-1.4 1 0 obj']) {
      await expect(engine.describe(Buffer.from(content, 'latin1'))).rejects.toMatchObject({ name: 'NotAnImage' });
    }
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s that breaks off is no image', async (format) => {
    const noise = Buffer.from(Uint8Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7_919) % 251));
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    await expect(engine.describe(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ name: 'NotAnImage' });
  });

  test('a truncated HEIC is rejected, and the codec keeps working', async () => {
    const { bytes } = await engine.render(options({ width: 200, format: 'heic' }));
    await expect(engine.describe(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject({ name: 'NotAnImage' });
    expect(await engine.describe(bytes)).toMatchObject({ format: 'heic' });
  });

  test('a HEIC that claims to be smaller than it is, is rejected', async () => {
    const { bytes } = await engine.render(options({ width: 320, format: 'heic' }));
    expect(await engine.describe(claiming(bytes, 320, 240))).toMatchObject({ width: 320 });
    await expect(engine.describe(claiming(bytes, 10, 10))).rejects.toMatchObject({ name: 'NotAnImage' });
  });

  test('an image of more pixels than allowed is refused before it is decoded', async () => {
    const bomb = pngOf(30_000, 30_000);
    expect(bomb.length).toBeLessThan(2_000);
    await expect(engine.describe(bomb)).rejects.toMatchObject({
      name: 'NotAnImage',
      message: expect.stringMatching(/pixel/),
    });
    const limited = new ImageEngine({ concurrency: 1, queueLimit: 1, pixelLimit: 600 });
    onTestFinished(() => limited.onShutdown());
    expect(await limited.describe(await picture(30, 20).png().toBuffer())).toMatchObject({ width: 30 });
    await expect(limited.describe(await picture(30, 21).png().toBuffer())).rejects.toMatchObject({
      name: 'NotAnImage',
    });
    const { bytes } = await engine.render(options({ format: 'heic' }));
    await expect(limited.describe(bytes)).rejects.toMatchObject({ name: 'NotAnImage' });
  });
});

/** The same HEIC with another size in its `ispe` properties. */
function claiming(heic: Uint8Array, width: number, height: number): Buffer {
  const bytes = Buffer.from(heic);
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

/** A PNG whose header names a size that its few bytes need not fill. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
