import type { AwsClient } from 'aws4fetch';
import { FileStoreError } from './file-store-error.js';
import type { PresignedAddress, PresignedMethod } from './presigned-addresses.js';
import { s3ErrorCode } from './s3-listing.js';

export interface S3BucketOptions {
  readonly endpoint: string;
  /** URL of the same store for clients, used in presigned addresses; `endpoint` by default. */
  readonly publicEndpoint?: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Request {
  readonly query?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Error statuses that the caller handles. */
  readonly missing?: readonly number[];
}

const retries = 2;
const timeoutMs = 10_000;

/** Signed requests to one bucket, with path-style URLs. Every failure is a `FileStoreError` (`unavailable`). */
export class S3Bucket {
  #client: Promise<AwsClient> | undefined;

  constructor(private readonly options: S3BucketOptions) {}

  async request(
    method: string,
    key: string,
    { query, headers, body, missing = [] }: S3Request = {},
  ): Promise<Response> {
    const init = {
      method,
      headers: { ...headers },
      body: body as RequestInit['body'],
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual' as const,
    };
    const answer = await this.#fetch(this.#url(key, query), init);
    if (answer.ok) return answer;
    const code = method === 'HEAD' ? '' : s3ErrorCode(await answer.clone().text());
    if (missing.includes(answer.status) && code !== 'NoSuchBucket') return answer;
    throw this.#unavailable(`answered ${answer.status}${code && ` (${code})`} to ${method}`);
  }

  /** Creates the bucket unless it exists. */
  async create(): Promise<void> {
    const answer = await this.request('HEAD', '', { missing: [404] });
    if (answer.status === 404) await this.request('PUT', '', { missing: [409] });
  }

  async bytesOf(answer: Response): Promise<Uint8Array> {
    try {
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      throw this.#unavailable('broke off its answer', error);
    }
  }

  async presign(method: PresignedMethod, key: string, seconds: number): Promise<PresignedAddress> {
    const client = await this.#connect();
    const signedAt = new Date();
    const { endpoint, publicEndpoint = endpoint } = this.options;
    const url = this.#url(key, new URLSearchParams({ 'X-Amz-Expires': String(seconds) }), publicEndpoint);
    const datetime = signedAt.toISOString().replace(/[:-]|\.\d{3}/g, '');
    const signed = await client.sign(url, { method, aws: { signQuery: true, datetime } });
    return Object.freeze({
      url: signed.url,
      expiresAt: new Date(Math.floor(signedAt.getTime() / 1000) * 1000 + seconds * 1000),
    });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const client = await this.#connect();
    try {
      return await client.fetch(url, init);
    } catch (error) {
      throw this.#unavailable('cannot be reached', error);
    }
  }

  #url(key: string, query?: URLSearchParams, endpoint = this.options.endpoint): string {
    const path = key === '' ? '' : `/${key.split('/').map(encodeSegment).join('/')}`;
    return `${endpoint.replace(/\/+$/, '')}/${this.options.bucket}${path}${query ? `?${query}` : ''}`;
  }

  #connect(): Promise<AwsClient> {
    const { region, accessKeyId, secretAccessKey } = this.options;
    this.#client ??= import('aws4fetch').then(
      ({ AwsClient: Client }) => new Client({ accessKeyId, secretAccessKey, region, service: 's3', retries }),
    );
    return this.#client;
  }

  #unavailable(what: string, cause?: unknown): FileStoreError {
    return new FileStoreError('unavailable', `The bucket ${this.options.bucket} ${what}.`, { cause });
  }
}

/** Leaves only RFC 3986's unreserved characters, as signatures do. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
