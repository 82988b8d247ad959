import type { ServerResponse } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import { headerPairs } from '../../server/headers/merge-headers.js';
import { TakenBody } from './taken-body.js';

type Callback = (error?: Error | null) => void;

/** What an application writes on a response, in place of the client. */
export interface Taken {
  /** The same response for the code that answers the client. */
  readonly response: ServerResponse;
  /** Resolves once the application has written its head; rejects where it breaks off, or the client leaves, before. */
  readonly begun: Promise<void>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The code of the error for a response that its client has left. */
export const closedEarly = 'SVC_CLOSED_EARLY';

/** From now on, an application that writes a response sends nothing: its status and headers stay on the response, and its body is read here. */
export function takeAnswer(res: ServerResponse): Taken {
  const body = new TakenBody(() => res.emit('drain'));
  const state = { hasBegun: false };
  let begin = () => {};
  let fail = (_: Error) => {};
  const begun = new Promise<void>((resolve, reject) => {
    begin = () => {
      state.hasBegun = true;
      resolve();
    };
    fail = (error) => {
      body.fail(error);
      reject(error);
    };
  });
  begun.catch(() => {});
  res.once('close', () => {
    if (!body.hasEnded) fail(codedError('The client has left.', closedEarly));
  });
  return { response: standIn(res, members(res, body, { state, begin, fail })), begun, body };
}

export const brokenOff = () =>
  new HttpError(502, 'The application behind the API broke off its answer.', { code: 'answer-broken-off' });

type Method = (...given: never[]) => unknown;

interface Members {
  readonly methods: Readonly<Record<string, Method>>;
  readonly getters: Readonly<Record<string, () => unknown>>;
}

/** What the application finds on the response to send, and to learn what is sent. */
function members(
  res: ServerResponse,
  body: TakenBody,
  { state, begin, fail }: { readonly state: { readonly hasBegun: boolean }; begin(): void; fail(error: Error): void },
): Members {
  const write = (chunk: unknown, rest: readonly unknown[]) => {
    begin();
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined;
    const goesOn = typeof chunk === 'string' || chunk instanceof Uint8Array ? body.write(chunk, encoding) : true;
    const callback = [chunk, ...rest].find((one) => typeof one === 'function') as Callback | undefined;
    // Not on this tick: an application that writes from its callbacks would leave no turn to the reader.
    if (callback) setImmediate(callback);
    return goesOn;
  };
  return {
    getters: { headersSent: () => state.hasBegun, writableEnded: () => body.hasEnded },
    methods: {
      writeHead: (status: number, ...rest: readonly unknown[]) => {
        if (state.hasBegun)
          throw codedError('Cannot write headers after they are sent to the client', 'ERR_HTTP_HEADERS_SENT');
        if (typeof rest[0] === 'string') res.statusMessage = rest[0];
        res.statusCode = status;
        const given = rest.at(-1);
        if (typeof given === 'object' && given !== null) placeFields(res, headerPairs(given));
        begin();
        return res;
      },
      flushHeaders: begin,
      write: (chunk: unknown, ...rest: readonly unknown[]) => write(chunk, rest),
      end: (chunk?: unknown, ...rest: readonly unknown[]) => {
        write(chunk, rest);
        body.end();
        return res;
      },
      destroy: () => {
        fail(brokenOff());
        return res;
      },
    },
  };
}

/** Puts other members in place of a response's own. Returns the response that has its own, which call each other. */
function standIn(res: ServerResponse, { methods, getters }: Members): ServerResponse {
  let isOwn = false;
  const own = <T>(use: () => T): T => {
    const before = isOwn;
    isOwn = true;
    try {
      return use();
    } finally {
      isOwn = before;
    }
  };
  // Middleware of the application, such as one that compresses, may put members of its own in place of these.
  const others = new Map<PropertyKey, Method>([['on', res.on.bind(res) as Method]]);
  for (const [name, other] of Object.entries(methods)) {
    const method = res[name as 'end'] as Method;
    others.set(name, (...given) => own(() => Reflect.apply(method, res, given) as unknown));
    const value = (...given: never[]) => (isOwn ? (Reflect.apply(method, res, given) as unknown) : other(...given));
    Object.defineProperty(res, name, { value, configurable: true, writable: true });
  }
  const prototype = Object.getPrototypeOf(res) as object;
  for (const [name, other] of Object.entries(getters)) {
    const get = () => (isOwn ? (Reflect.get(prototype, name, res) as unknown) : other());
    Object.defineProperty(res, name, { get, configurable: true });
  }
  return new Proxy(res, {
    get(target, name) {
      const known = others.get(name);
      if (known) return known;
      const value = own(() => Reflect.get(target, name, target) as unknown);
      if (typeof value !== 'function') return value;
      const bound = value.bind(target) as Method;
      others.set(name, bound);
      return bound;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

/** A field that comes several times has all its values. */
function placeFields(res: ServerResponse, pairs: readonly (readonly [string, unknown])[]): void {
  const known = new Set<string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (known.has(key)) res.appendHeader(name, value as string);
    else res.setHeader(name, value as string);
    known.add(key);
  }
}

const codedError = (message: string, code: string) => Object.assign(new Error(message), { code });
