// Plain JavaScript, because a process loads this file as it is, from the sources and from the build alike.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { decodeHeic, encodeHeic, limitMemory } from './heic-codec.mjs';

const { memoryBytes, priority } = JSON.parse(process.argv[2]);
limitMemory(memoryBytes);
lowerPriority();
// One thread per picture: with one for each core, an expensive picture takes every core from the cheap ones.
sharp.concurrency(1);

// A signal for the whole group is meant for the service, which ends this process after its last answer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

/** Linux gives each thread a priority of its own, which threads that start later inherit. */
function lowerPriority() {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      setPriority(thread, priority);
    } catch {
      // Some sandboxes allow no priorities; pictures are as urgent as everything else there.
    }
}

/** Bytes that are no acceptable picture, as opposed to work that failed. */
class Refusal extends Error {}

let drawing = { svg: '', pixels: undefined };

function draw(svg) {
  if (drawing.svg !== svg)
    drawing = { svg, pixels: sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true }) };
  return drawing.pixels;
}

const encoders = {
  jpeg: (picture, quality) => picture.jpeg({ quality }),
  png: (picture, quality) => picture.png({ quality }),
  webp: (picture, quality) => picture.webp({ quality }),
  avif: (picture, quality) => picture.avif({ quality, effort: 2 }),
};

async function encode(picture, format, quality) {
  if (format !== 'heic') return encoders[format](picture, quality).toBuffer({ resolveWithObject: true });
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: await encodeHeic(data, info.width, info.height), info };
}

const open = (bytes, pixelLimit) => sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', pages: 1 });

function refuse(error) {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  throw new Refusal(`It cannot be decoded: ${reason.replace(/\.$/, '')}.`);
}

/** A rotation by 90 degrees is allowed: metadata may give the size before rotation. */
const isSameSize = (one, other) =>
  (one.width === other.width && one.height === other.height) ||
  (one.width === other.height && one.height === other.width);

/** The operations that image-process.ts types. */
const operations = {
  async fingerprint({ svg }) {
    const { data } = await draw(svg);
    return createHash('sha256').update(data).update(JSON.stringify(sharp.versions)).digest('hex');
  },
  async render({ svg, width, height, fit, format, quality }) {
    const { data: pixels, info: raw } = await draw(svg);
    const picture = sharp(pixels, { raw }).resize({ width, height, fit });
    const { data, info } = await encode(picture, format, quality);
    return { bytes: data, width: info.width, height: info.height };
  },
  async inspect({ bytes, pixelLimit }) {
    const { width, height, format, compression } = await open(bytes, pixelLimit).metadata().catch(refuse);
    if (width * height > pixelLimit)
      throw new Refusal(`It has ${width} by ${height} pixels, more than the ${pixelLimit} allowed.`);
    return { width, height, format: format !== 'heif' ? format : compression === 'hevc' ? 'heic' : 'avif' };
  },
  async decode({ bytes, pixelLimit, width, height, format }) {
    if (format !== 'heic') await open(bytes, pixelLimit).resize(1, 1, { fit: 'fill' }).raw().toBuffer().catch(refuse);
    else if (!isSameSize(await decodeHeic(bytes).catch(refuse), { width, height }))
      throw new Refusal('Its actual size differs from the declared one.');
  },
};

process.on('message', async ({ id, operation, input }) => {
  try {
    process.send({ id, answer: await operations[operation](input) });
  } catch (error) {
    process.send({ id, [error instanceof Refusal ? 'refusal' : 'failure']: error.message });
  }
});
