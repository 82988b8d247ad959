import type { IncomingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';

type Fields = Record<string, string | string[] | undefined>;

/** Printing looks behind a proxy, where headers that nobody has asked for are missing. */
const printable = Object.defineProperty({}, inspect.custom, {
  value(this: object) {
    return { ...this };
  },
});

/**
 * The headers of a Request as Node has them. Each is read when somebody asks for it; all of them, once somebody lists or changes them.
 * `beforeConditions` is called before somebody reads a condition (RFC 9110, section 13.1).
 */
export function fetchHeaders(request: Request, beforeConditions: () => void): IncomingHttpHeaders {
  return new Proxy(Object.create(printable) as Fields, new HeadersReader(request, beforeConditions));
}

class HeadersReader implements ProxyHandler<Fields> {
  #isWhole = false;

  constructor(
    readonly request: Request,
    readonly beforeConditions: () => void,
  ) {}

  get(fields: Fields, name: string | symbol): unknown {
    if (typeof name === 'symbol') return Reflect.get(fields, name);
    if (name.startsWith('if-') || name === 'range') this.beforeConditions();
    const known = fields[name];
    if (this.#isWhole || typeof known === 'string' || Array.isArray(known)) return known;
    const value = isField.test(name) ? readHeader(this.request, name) : undefined;
    return value === undefined ? known : (fields[name] = value);
  }

  set(fields: Fields, name: string, value: unknown): boolean {
    return Reflect.set(this.#whole(fields), name, value);
  }
  has(fields: Fields, name: string): boolean {
    return Reflect.has(this.#whole(fields), name);
  }
  ownKeys(fields: Fields): (string | symbol)[] {
    return Reflect.ownKeys(this.#whole(fields));
  }
  deleteProperty(fields: Fields, name: string): boolean {
    return Reflect.deleteProperty(this.#whole(fields), name);
  }
  defineProperty(fields: Fields, name: string, descriptor: PropertyDescriptor): boolean {
    return Reflect.defineProperty(this.#whole(fields), name, descriptor);
  }
  getOwnPropertyDescriptor(fields: Fields, name: string): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#whole(fields), name);
  }

  #whole(fields: Fields): Fields {
    if (this.#isWhole) return fields;
    this.beforeConditions();
    this.#isWhole = true;
    for (const name of [...this.request.headers.keys(), ...impliedNames]) {
      const value = Object.hasOwn(fields, name) ? fields[name] : readHeader(this.request, name);
      if (value !== undefined) fields[name] = value;
    }
    return fields;
  }
}

/** The name of a field; Node has them in lower case. */
const isField = /^[!#$%&'*+.^`|~\da-z_-]+$/;

function readHeader(request: Request, name: string): string | string[] | undefined {
  const { headers } = request;
  if (name === 'set-cookie') return headers.has(name) ? headers.getSetCookie() : undefined;
  return headers.get(name) ?? impliedHeader(request, name);
}

const impliedNames = ['host', 'transfer-encoding'];

/** What a client would have sent on a connection: a host, and how a body without a length is framed. */
function impliedHeader(request: Request, name: string): string | undefined {
  if (name === 'host') return new URL(request.url).host;
  if (name !== 'transfer-encoding' || request.headers.has('content-length')) return undefined;
  return request.body === null ? undefined : 'chunked';
}
