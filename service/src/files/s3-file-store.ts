import { createHash } from 'node:crypto';
import { assertFileKey, fileKeyFault } from './file-key.js';
import type { Download, FileStore, StoredFile } from './file-store.js';
import { tooLarge } from './file-store-error.js';
import { mediaTypeOfKey } from './media-type-of-key.js';
import type { PresignedAddress, PresignedMethod } from './presigned-addresses.js';
import { S3Bucket, type S3BucketOptions } from './s3-bucket.js';
import { parseS3Listing } from './s3-listing.js';

export interface S3FileStoreOptions extends S3BucketOptions {
  /** Creates the bucket at startup when it does not exist. */
  readonly createBucket?: boolean;
  /** Keys that one request lists, 1 to 1000. */
  readonly pageSize?: number;
}

/** Files in a bucket of an S3-compatible store. */
export class S3FileStore implements FileStore {
  readonly root: string;
  readonly #bucket: S3Bucket;

  constructor(private readonly options: S3FileStoreOptions) {
    this.root = `s3://${options.bucket}`;
    this.#bucket = new S3Bucket(options);
  }

  async onInit(): Promise<void> {
    if (this.options.createBucket) await this.#bucket.create();
  }

  async *list(prefix: string): AsyncGenerator<string> {
    let continuation: string | null = null;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(this.options.pageSize ?? 1_000),
        prefix,
      });
      if (continuation !== null) query.set('continuation-token', continuation);
      const answer = await this.#bucket.request('GET', '', { query });
      const page = await parseS3Listing(await answer.text());
      yield* page.keys.filter((key) => fileKeyFault(key) === null);
      continuation = page.continuation;
    } while (continuation !== null);
  }

  async has(key: string): Promise<boolean> {
    assertFileKey(key);
    const answer = await this.#bucket.request('HEAD', key, { missing: [404] });
    return answer.status !== 404;
  }

  async read(key: string, limit: number): Promise<StoredFile | null> {
    const found = await this.#get(key, limit);
    if (found === null) return null;
    const { bytes } = found;
    return Object.freeze({ key, size: bytes.byteLength, type: mediaTypeOfKey(key), bytes });
  }

  async download(key: string, limit: number): Promise<Download | null> {
    const found = await this.#get(key, limit);
    if (found === null) return null;
    const lastModified = new Date(found.headers.get('last-modified') ?? '');
    const isDated = !Number.isNaN(lastModified.getTime());
    return Object.freeze({ content: found.bytes, type: mediaTypeOfKey(key), ...(isDated && { lastModified }) });
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    assertFileKey(key);
    const headers = {
      'content-type': mediaTypeOfKey(key),
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    };
    await this.#bucket.request('PUT', key, { body: bytes, headers });
  }

  async delete(key: string): Promise<boolean> {
    if (!(await this.has(key))) return false;
    await this.#bucket.request('DELETE', key, { missing: [404] });
    return true;
  }

  async presign(method: PresignedMethod, key: string, seconds: number): Promise<PresignedAddress> {
    assertFileKey(key);
    return this.#bucket.presign(method, key, seconds);
  }

  async #get(key: string, limit: number): Promise<{ bytes: Uint8Array; headers: Headers } | null> {
    assertFileKey(key);
    const answer = await this.#bucket.request('GET', key, { missing: [404] });
    const size = Number(answer.headers.get('content-length'));
    if (answer.status === 404 || size > limit) await answer.body?.cancel();
    if (answer.status === 404) return null;
    if (size > limit) throw tooLarge(key, size, limit);
    return { bytes: await this.#bucket.bytesOf(answer), headers: answer.headers };
  }

  async check(): Promise<void> {
    await this.#bucket.request('HEAD', '');
  }
}
