import type { AnswerParts, RequestParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import type { Collecting, Passage } from '../../routing/changes/passage.js';
import type { PagedList } from '../../routing/changes/paged-list.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { Route } from '../../routing/table/route.js';
import { setHeaders } from '../headers/merge-headers.js';
import type { Turns } from '../request/turns.js';
import type { Endpoint, Exchange } from './exchange.js';
import type { LastWords } from './last-words.js';
import { callsOf } from './request-calls.js';
import { emptyResponse } from './empty-response.js';
import { type Finish, finishStep, isAnswered, partsOf, placeAnswer, readAnswer } from './through-changes.js';

type Handle = Endpoint['handle'];

interface CollectLimits {
  readonly turns: Turns;
  /** How long pages are collected, in milliseconds. */
  readonly timeoutMs: number;
}

/** As `throughChanges`, for a list that became pages: the handler runs until there is no next page, and the changes get the whole list. */
export function collectPages(
  handle: Handle,
  passage: Passage & { readonly collecting: Collecting },
  route: Route,
  words: LastWords,
  limits: CollectLimits,
): Handle {
  const finish = finishStep(passage, words);
  return async (exchange) => {
    const collection = new Collection(exchange, { handle, passage, route, words, finish, ...limits });
    const answer = await collection.through(0, partsOf(exchange));
    return answer ? placeAnswer(exchange, answer, passage, route) : collection.empty;
  };
}

interface CollectionParts extends CollectLimits {
  readonly handle: Handle;
  readonly passage: Passage & { readonly collecting: Collecting };
  readonly route: Route;
  readonly words: LastWords;
  readonly finish: Finish;
}

/** The pages of one request. */
class Collection {
  readonly #exchange: Exchange;
  readonly #parts: CollectionParts;
  readonly #parsed: RequestParts;
  readonly #headers: PageHeaders;
  readonly #end: number;
  readonly #calls: Calls;
  /** The list whose next page is asked for; null for the first page, which the client asks for. */
  #asking: PagedList | null = null;
  #hasLeft = false;
  /** A Web Response without content, which is the answer. */
  empty: Response | undefined;
  /** What the newest schema returned for the last page. */
  #query: unknown;

  constructor(exchange: Exchange, parts: CollectionParts) {
    this.#exchange = exchange;
    this.#parts = parts;
    this.#parsed = partsOf(exchange);
    this.#headers = new PageHeaders(exchange);
    this.#calls = callsOf(exchange, parts.passage);
    this.#end = performance.now() + parts.timeoutMs;
    exchange.response.once('close', () => (this.#hasLeft = true));
  }

  /** Takes a request through a leg and all newer ones, and the answer back; null where there is nothing to answer. */
  async through(position: number, request: RequestParts): Promise<AnswerParts | null> {
    const { passage, words } = this.#parts;
    const { legs, lists } = passage.collecting;
    const { raise, lower } = legs[position]!;
    const raised = raise
      ? this.#raised(() => words.refusing(() => raise(request, this.#parsed, this.#calls)))
      : request;
    const list = lists[position];
    const answer = list ? await this.#collect(list, position, raised) : await this.#page(raised);
    return answer && lower ? lower(answer, this.#calls) : answer;
  }

  /** All items as the body of the first page; another answer than a page is the answer. */
  async #collect(list: PagedList, position: number, request: RequestParts): Promise<AnswerParts | null> {
    const items: unknown[] = [];
    const asked = new Set<string>();
    let first: AnswerParts | null = null;
    for (let current = request; ; ) {
      const page = await this.through(position + 1, current);
      if (!page || page.status !== list.status) return page;
      first ??= page;
      for (const item of list.items(page.body)) items.push(item);
      if (items.length > list.atMost) throw tooLong(list);
      const { query, isParsed } = this.#queryOf(list, current);
      if (asked.size === 0) asked.add(keyOf(query));
      const next = list.next(page.body, query, isParsed);
      if (next === null) return { ...first, body: items };
      const key = keyOf(next);
      if (asked.has(key)) list.blame(new TypeError('collect.next gave the query of an earlier page.'));
      asked.add(key);
      if (!(await this.#mayGoOn())) return null;
      this.#asking = list;
      current = { ...current, query: next };
    }
  }

  /** The query as the newer version returned it. */
  #queryOf({ settle }: PagedList, { query }: RequestParts): { readonly query: unknown; readonly isParsed: boolean } {
    if (!settle) return { query: this.#query, isParsed: true };
    const isParsed = Object.is(query, this.#parsed.query);
    return { query: settle(query, isParsed), isParsed };
  }

  async #page(request: RequestParts): Promise<AnswerParts | null> {
    const exchange = this.#exchange;
    const { handle, finish, passage, route } = this.#parts;
    Object.assign(exchange, request);
    try {
      await finish(exchange, this.#parsed);
    } catch (error) {
      this.#rethrow(error);
    }
    // A handler may change its input.
    this.#query = typeof exchange.query === 'object' ? { ...exchange.query } : exchange.query;
    const value = await handle(exchange);
    if (isAnswered(exchange, value)) return null;
    const empty = this.#asking === null ? await emptyResponse(value) : null;
    if (empty) {
      this.empty = empty;
      return null;
    }
    this.#headers.keep();
    return readAnswer(exchange, value, passage, route);
  }

  #raised(raise: () => RequestParts): RequestParts {
    try {
      return raise();
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  /** What is refused of a query that nobody sent is our own failure. */
  #rethrow(error: unknown): never {
    if (this.#asking && error instanceof HttpError)
      this.#asking.blame(new TypeError(`collect.next gave a query that is refused. ${error.detail}`));
    throw error;
  }

  /** Lets others have their turn. Resolves to false where the client has left meanwhile. */
  async #mayGoOn(): Promise<boolean> {
    const { turns, timeoutMs } = this.#parts;
    await new Promise<void>((resolve) => void turns.take(this.#exchange.req, resolve));
    if (this.#hasLeft) return false;
    if (performance.now() < this.#end) return true;
    throw new HttpError(503, `The pages of this list could not be collected within ${timeoutMs} ms.`, {
      code: 'list-timeout',
    });
  }
}

const tooLong = ({ atMost }: PagedList) =>
  new HttpError(400, `This list has more than ${atMost} items. Ask for fewer, or use a version that has pages.`, {
    code: 'list-too-long',
  });

/** Equal for queries with equal members. */
function keyOf(query: unknown): string {
  const members = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const sorted = members.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(sorted, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** The headers of the first page, which are those of the answer. */
class PageHeaders {
  readonly #exchange: Exchange;
  readonly #own: Exchange['own'];
  #first: ReturnType<Exchange['response']['getHeaders']> | null = null;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#own = [...exchange.crossOrigin, ...exchange.own];
  }

  /** Called after each page: the first one's headers replace what a later one set. */
  keep(): void {
    const { response } = this.#exchange;
    if (this.#first === null) {
      this.#first = { ...response.getHeaders() };
      return;
    }
    const isPlaced = this.#exchange.own.length + this.#exchange.crossOrigin.length === 0;
    for (const name of response.getHeaderNames()) if (!(name in this.#first)) response.removeHeader(name);
    if (isPlaced) setHeaders(response, this.#own);
    for (const [name, value] of Object.entries(this.#first)) response.setHeader(name, value!);
  }
}
