// Plain JavaScript, because a worker thread loads this file as it is, from the sources and from the build alike.
import 'elheif/pkg/elheif-wasm.js';
import { parentPort, workerData } from 'node:worker_threads';

/** A picture that the codec refused, as opposed to one that broke it. */
class Refusal extends Error {}

const grow = WebAssembly.Memory.prototype.grow;
// The size that a picture claims is not the size that its stream unpacks to: only this bounds the memory it takes.
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * 65_536 > workerData.memoryBytes)
    throw new RangeError('The picture takes too much memory.');
  return grow.call(this, pages);
};

/** @returns {Promise<{ jsEncodeImage(rgba: Uint8Array, width: number, height: number): { err: string, data: Uint8Array },
 *           jsDecodeImage(bytes: Uint8Array): { err: string, data: { width: number, height: number }[] } }>} */
function loadCodec() {
  return new Promise((resolve) => {
    const module = { onRuntimeInitialized: () => resolve(module), print() {}, printErr() {} };
    globalThis.__init__ELHEIF_MODULE(module);
  });
}

let codec = await loadCodec();

const operations = {
  encode({ rgba, width, height }) {
    if (rgba.byteLength !== width * height * 4)
      throw new Refusal(`${rgba.byteLength} bytes are not ${width} by ${height} RGBA pixels.`);
    const { err, data } = codec.jsEncodeImage(rgba, width, height);
    if (err) throw new Refusal(err);
    // The data is a view of wasm memory, which the next call overwrites.
    return { bytes: Uint8Array.from(data) };
  },
  decode({ bytes }) {
    const { err, data } = codec.jsDecodeImage(bytes);
    if (err || data.length === 0) throw new Refusal(err || 'There is no image.');
    return { width: data[0].width, height: data[0].height };
  },
};

async function answer({ id, operation, input }) {
  try {
    parentPort.postMessage({ id, answer: operations[operation](input) });
  } catch (error) {
    // What broke the codec may have left it in any state.
    if (!(error instanceof Refusal)) codec = await loadCodec();
    parentPort.postMessage({ id, failure: error instanceof Refusal ? error.message : 'The picture breaks the codec.' });
  }
}

let turn = Promise.resolve();
parentPort.on('message', (message) => {
  turn = turn.then(() => answer(message));
});
