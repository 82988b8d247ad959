import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { ImageProcess, ImageProcessEnded, type ImageProcessOptions, type Rendering } from './image-process.js';

let images: ImageProcess;
afterEach(() => images.onShutdown());

const open = (change: Partial<ImageProcessOptions> = {}) =>
  (images = new ImageProcess({ concurrency: 1, priority: 0, timeoutMs: 60_000, memoryBytes: 2 ** 29, ...change }));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';
const heic = (width: number): Rendering => ({ svg, width, fit: 'inside', format: 'heic' });
const decoding = (bytes: Uint8Array, width: number, height: number) => ({
  bytes,
  width,
  height,
  pixelLimit: 100_000_000,
  format: 'heic',
});

test('a drawing is encoded as HEVC and decoded to its size', async () => {
  open();
  const { bytes, ...size } = await images.call('render', heic(30));
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/^....ftypheic.*hvc1/s);
  expect(size).toEqual({ width: 30, height: 20 });
  expect(await images.call('inspect', { bytes, pixelLimit: 600 })).toEqual({ ...size, format: 'heic' });
  await images.call('decode', decoding(bytes, 30, 20));
  await expect(images.call('decode', decoding(bytes, 31, 20))).rejects.toThrow('differs from the declared');
});

test('bytes that are no image are refused, and the process goes on', async () => {
  open();
  const nonsense = Buffer.from('nonsense');
  await expect(images.call('inspect', { bytes: nonsense, pixelLimit: 1 })).rejects.toMatchObject({
    name: 'NotAnImage',
    message: expect.stringMatching(/^It cannot be decoded: .*[^.]\.$/),
  });
  await expect(images.call('decode', decoding(nonsense, 1, 1))).rejects.toMatchObject({ name: 'NotAnImage' });
  expect((await images.call('render', heic(2))).width).toBe(2);
});

test('a picture that takes more memory than allowed is refused, and the codec goes on', async () => {
  open();
  const { bytes } = await images.call('render', heic(2_400));
  images.onShutdown();
  open({ memoryBytes: 48 * 2 ** 20 });
  await expect(images.call('decode', decoding(bytes, 2_400, 1_600))).rejects.toThrow('The picture breaks the codec');
  await expect(images.call('render', heic(2_400))).rejects.toThrow('The picture breaks the codec');
  expect((await images.call('render', heic(50))).width).toBe(50);
});

test('a picture that takes longer than allowed is given up, and the next one has a process of its own', async () => {
  open({ timeoutMs: 1 });
  for (const width of [1_000, 1_001]) {
    const outcome = await images.call('render', heic(width)).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ImageProcessEnded);
    expect((outcome as Error).message).toContain('longer than 0.001 s');
  }
});

test('shutting down ends what is under way', async () => {
  const encoding = open().call('render', heic(1_000));
  const outcome = expect(encoding).rejects.toThrow('shut down');
  images.onShutdown();
  await outcome;
});

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

test.runIf(process.platform === 'linux')('every thread of the process has its priority, and no secret', async () => {
  const before = childrenOf(process.pid);
  open({ priority: 11 });
  await images.call('render', { ...heic(20), format: 'avif' });
  const [pid = 0] = childrenOf(process.pid).filter((child) => !before.includes(child));
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  expect(threads.length).toBeGreaterThan(2);
  expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([11]));
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)).toEqual(
    expect.arrayContaining(['UV_THREADPOOL_SIZE=1']),
  );
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
});
