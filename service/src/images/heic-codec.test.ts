import { afterEach, expect, test } from 'vitest';
import { HeicCodec, type HeicCodecOptions } from './heic-codec.js';

let codec: HeicCodec;
afterEach(() => codec.onShutdown());

const open = (change: Partial<HeicCodecOptions> = {}) =>
  (codec = new HeicCodec({ timeoutMs: 20_000, memoryBytes: 2 ** 29, ...change }));
const grey = (width: number, height: number) => new Uint8Array(width * height * 4).fill(128);

test('pixels are encoded as HEVC and decoded to their size', async () => {
  open();
  const bytes = await codec.encode(grey(30, 20), 30, 20);
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/^....ftypheic.*hvc1/s);
  expect(await codec.decode(bytes)).toEqual({ width: 30, height: 20 });
});

test('pixels that do not match the size are rejected', async () => {
  await expect(open().encode(grey(3, 3), 3, 4)).rejects.toThrow('36 bytes are not 3 by 4 RGBA pixels');
});

test('bytes that are not an image are rejected, and the codec keeps working', async () => {
  open();
  await expect(codec.decode(Buffer.from('nonsense'))).rejects.toThrow();
  expect(await codec.encode(grey(2, 2), 2, 2)).toBeInstanceOf(Uint8Array);
});

test('a picture that takes more memory than allowed is refused, and the codec goes on', async () => {
  open({ memoryBytes: 64 * 2 ** 20 });
  await expect(codec.encode(grey(3_000, 3_000), 3_000, 3_000)).rejects.toThrow('The picture breaks the codec');
  expect(await codec.decode(await codec.encode(grey(50, 40), 50, 40))).toEqual({ width: 50, height: 40 });
});

test('a picture that takes longer than allowed is given up, and the next one has a codec of its own', async () => {
  open({ timeoutMs: 1 });
  await expect(codec.encode(grey(1_000, 1_000), 1_000, 1_000)).rejects.toThrow('longer than 1 ms');
  await expect(codec.encode(grey(1_000, 1_000), 1_000, 1_000)).rejects.toThrow('longer than 1 ms');
});

test('shutting down ends what is under way', async () => {
  const encoding = open().encode(grey(1_000, 1_000), 1_000, 1_000);
  const outcome = expect(encoding).rejects.toThrow('shut down');
  await codec.onShutdown();
  await outcome;
});
