import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import { responseOfBytes } from '../routing/table/response-of-bytes.js';
import type { OpenApiDocument } from './document/open-api.js';
import { pageHeaders, addressesOf } from './page-response.js';

/** A page as it was written, with the document that it is about. */
export interface WrittenPage {
  readonly text: string;
  readonly document: OpenApiDocument;
  /** 200 by default. */
  readonly status?: number;
}

/** Writes a page whose scripts and styles carry a nonce. */
export type WritePage = (nonce: string) => WrittenPage | Promise<WrittenPage>;

/** A page without its nonce, which goes between the pieces. */
interface RenderedPage {
  readonly pieces: readonly Buffer[];
  readonly status: number;
  /** What it asks at other servers. */
  readonly urls: readonly string[];
}

const makeNonce = () => randomBytes(16).toString('base64url');

/** Renders each page once, as long as it fits into 16 MiB with the latest ones; each answer gets a nonce of its own. */
export class RenderedPages {
  readonly #pages = new LRUCache<string, RenderedPage, WritePage>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ pieces }, key) => pieces.reduce((sum, piece) => sum + piece.length, key.length),
    fetchMethod: (_key, _stale, { context: write }) => render(write),
  });

  /** The page of a key; everything that `write` depends on is in the key. */
  async respond(key: readonly (string | undefined)[], write: WritePage): Promise<Response> {
    const page = await this.#pages.forceFetch(JSON.stringify(key), { context: write });
    return respondWith(page);
  }
}

/** A page that is rendered for one request alone. */
export async function respondOnce(write: WritePage): Promise<Response> {
  return respondWith(await render(write));
}

async function render(write: WritePage): Promise<RenderedPage> {
  const nonce = makeNonce();
  const { text, document, status = 200 } = await write(nonce);
  return { status, pieces: text.split(nonce).map((piece) => Buffer.from(piece)), urls: addressesOf(document) };
}

function respondWith({ pieces, urls, status }: RenderedPage): Response {
  const nonce = makeNonce();
  const between = Buffer.from(nonce);
  const bytes = Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
  return responseOfBytes(bytes, pageHeaders(nonce, urls), status);
}
