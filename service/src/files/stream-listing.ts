import type { KeyFilter } from './glob.js';

const batchSize = 256;

/**
 * Streams `{ root, keys }` while the keys are still being read, with one batch in memory at a time.
 * Rejects when the first batch cannot be read; a later failure aborts the response.
 */
export async function streamListing(root: string, keys: AsyncIterable<string>, filter: KeyFilter): Promise<Response> {
  const batches = filterBatches(keys, filter);
  let next = await batches.next();
  let separator = '';
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`{"root":${JSON.stringify(root)},"keys":[`));
    },
    async pull(controller) {
      if (next.done) {
        controller.enqueue(encoder.encode(']}'));
        return controller.close();
      }
      const texts = next.value.map((key) => JSON.stringify(key)).join(',');
      controller.enqueue(encoder.encode(separator + texts));
      separator = ',';
      next = await batches.next();
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** Non-empty batches. */
async function* filterBatches(
  keys: AsyncIterable<string>,
  filter: KeyFilter,
): AsyncGenerator<readonly string[], undefined> {
  for await (const batch of inBatches(keys)) {
    const kept = await filter(batch);
    if (kept.length > 0) yield kept;
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
