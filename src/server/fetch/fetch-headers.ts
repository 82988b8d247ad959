import type { IncomingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';

type Fields = Record<string, string | string[] | undefined>;

/** Printing looks behind a proxy, where headers that nobody has asked for are missing. */
const printable = Object.defineProperty({}, inspect.custom, {
  value(this: object) {
    return { ...this };
  },
});

/** The headers of a Request as Node has them. Each is read when somebody asks for it; all of them, once somebody lists or changes them. */
export function fetchHeaders(request: Request): IncomingHttpHeaders {
  const sent = request.headers;
  const fields = Object.create(printable) as Fields;
  let isWhole = false;
  const read = (name: string): string | string[] | undefined => {
    if (name === 'set-cookie') return sent.has(name) ? sent.getSetCookie() : undefined;
    return sent.get(name) ?? impliedHeader(request, name);
  };
  const whole = (): Fields => {
    if (isWhole) return fields;
    isWhole = true;
    for (const name of [...sent.keys(), ...impliedNames]) {
      const value = Object.hasOwn(fields, name) ? fields[name] : read(name);
      if (value !== undefined) fields[name] = value;
    }
    return fields;
  };
  return new Proxy(fields, {
    get(_, name) {
      if (isWhole || typeof name === 'symbol' || Object.hasOwn(fields, name)) return Reflect.get(fields, name);
      const value = isField(name) ? read(name) : undefined;
      if (value === undefined) return Reflect.get(fields, name);
      return (fields[name] = value);
    },
    set: (_, name, value) => Reflect.set(whole(), name, value),
    has: (_, name) => Reflect.has(whole(), name),
    ownKeys: () => Reflect.ownKeys(whole()),
    deleteProperty: (_, name) => Reflect.deleteProperty(whole(), name),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(whole(), name, descriptor),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(whole(), name),
  });
}

/** Node has the names in lower case. */
const isField = (name: string) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !/[A-Z]/.test(name);

const impliedNames = ['host', 'transfer-encoding'];

/** What a client would have sent on a connection: a host, and how a body without a length is framed. */
function impliedHeader(request: Request, name: string): string | undefined {
  if (name === 'host') return new URL(request.url).host;
  if (name !== 'transfer-encoding' || request.headers.has('content-length')) return undefined;
  return request.body === null ? undefined : 'chunked';
}
