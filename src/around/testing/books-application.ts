import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** What the application has seen. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly version: string | null;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** An application that knows version 2 of the books only, as a team would have it. `prefix` stands in front of its paths. */
export class BooksApplication {
  readonly seen: Seen[] = [];
  readonly #prefix: string;
  readonly #books = new Map([['1', { id: '1', title: 'Notes', pages: 12 }]]);

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  readonly listener = (req: IncomingMessage, res: ServerResponse): void => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { status, headers, body } = this.#answer(req.method!, req.url!, req.headers, Buffer.concat(chunks));
      res.writeHead(status, { 'X-Application': 'books', ...headers });
      res.end(body ?? undefined);
    });
  };

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const sent = Buffer.from(await request.arrayBuffer());
    const { status, headers, body } = this.#answer(
      request.method,
      `${pathname}${search}`,
      Object.fromEntries(request.headers),
      sent,
    );
    return new Response(body as never, { status, headers: { 'X-Application': 'books', ...headers } });
  };

  #answer(method: string, url: string, headers: Readonly<Record<string, unknown>>, body: Buffer): Answer {
    const version = (headers['x-api-version'] as string | undefined) ?? null;
    this.seen.push({ method, url, version, body: body.toString('latin1') });
    const [path = '', query = ''] = url.slice(this.#prefix.length).split('?');
    const parameters = new URLSearchParams(query);
    const [, resource, id] = path.split('/');
    if (resource === 'books' && id === undefined) {
      if (method === 'POST') return this.#add(body);
      const found = [...this.#books.values()].filter(({ title }) => title.includes(parameters.get('q') ?? ''));
      return json(200, found.slice(0, Number(parameters.get('limit') ?? 100)), headers['accept-encoding']);
    }
    if (resource === 'books' && id !== undefined) {
      const book = this.#books.get(id);
      if (!book) return json(404, { error: `No book ${id}.` });
      if (method === 'DELETE') {
        this.#books.delete(id);
        return { status: 204, headers: {}, body: null };
      }
      const tag = `"book-${id}"`;
      if (headers['if-none-match'] === tag) return { status: 304, headers: { ETag: tag }, body: null };
      const answer = json(200, book);
      return { ...answer, headers: { ...answer.headers, ETag: tag }, ...(method === 'HEAD' && { body: null }) };
    }
    if (resource === 'covers' && method === 'PUT') return json(200, { bytes: body.length });
    if (resource === 'covers') return { status: 200, headers: { 'Content-Type': 'image/png' }, body: picture };
    return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: `no ${method} ${url}` };
  }

  #add(body: Buffer): Answer {
    const { title } = JSON.parse(body.toString()) as { readonly title?: string };
    if (!title) return json(422, { error: 'A title is needed.' });
    const book = { id: String(this.#books.size + 1), title, pages: 1 };
    this.#books.set(book.id, book);
    const answer = json(201, book);
    return { ...answer, headers: { ...answer.headers, Location: `${this.#prefix}/books/${book.id}` } };
  }
}

export const picture = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

function json(status: number, value: unknown, accepted: unknown = ''): Answer {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  if (!String(accepted).includes('gzip')) return { status, headers, body: text };
  return { status, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(text) };
}
