/** The most that the codec may hold. The size that a picture claims is not the size that its stream unpacks to: only this bounds its memory. */
export function limitMemory(bytes) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * 65_536 > bytes) throw new RangeError('The picture takes too much memory.');
    return grow.call(this, pages);
  };
}

/** @type {Promise<{ jsEncodeImage(rgba: Uint8Array, width: number, height: number): { err: string, data: Uint8Array },
 *           jsDecodeImage(bytes: Uint8Array): { err: string, data: { width: number, height: number }[] } }> | undefined} */
let loaded;

async function loadCodec() {
  await import('elheif/pkg/elheif-wasm.js');
  return new Promise((resolve) => {
    const module = { onRuntimeInitialized: () => resolve(module), print() {}, printErr() {} };
    globalThis.__init__ELHEIF_MODULE(module);
  });
}

async function withCodec(work) {
  const codec = await (loaded ??= loadCodec());
  try {
    return work(codec);
  } catch {
    // What broke the codec may have left it in any state.
    loaded = undefined;
    throw new Error('The picture breaks the codec.');
  }
}

/** Encodes 8-bit RGBA pixels with HEVC; the encoder has no quality setting. */
export async function encodeHeic(rgba, width, height) {
  if (rgba.byteLength !== width * height * 4)
    throw new Error(`${rgba.byteLength} bytes are not ${width} by ${height} RGBA pixels.`);
  const { err, bytes } = await withCodec((codec) => {
    const { err, data } = codec.jsEncodeImage(rgba, width, height);
    // The data is a view of wasm memory, which the next call overwrites.
    return { err, bytes: Uint8Array.from(data) };
  });
  if (err) throw new Error(err);
  return bytes;
}

/** Decodes the first image and returns its size; throws when the bytes are not a complete HEIC image. */
export async function decodeHeic(bytes) {
  const { err, size } = await withCodec((codec) => {
    const { err, data } = codec.jsDecodeImage(bytes);
    return { err, size: data[0] && { width: data[0].width, height: data[0].height } };
  });
  if (err || !size) throw new Error(err || 'There is no image.');
  return size;
}
