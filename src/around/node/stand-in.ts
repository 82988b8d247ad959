import type { ServerResponse } from 'node:http';

export type Method = (...given: never[]) => unknown;

/** What an application finds on a response to send, and to learn what is sent. */
export interface StandIn {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  writeHead(status: number, ...rest: readonly unknown[]): void;
  flushHeaders(): void;
  write(...given: readonly unknown[]): boolean;
  end(...given: readonly unknown[]): void;
  destroy(): void;
}

/** What stands in on one response, and the members that it had. */
interface Standing {
  readonly other: StandIn;
  readonly own: Readonly<Record<string, Method>>;
  /** Whether it is the code that answers the client which calls now: members of the response call each other. */
  isOwn: boolean;
}

type Asked = 'headersSent' | 'writableEnded';
const replaced = ['writeHead', 'flushHeaders', 'write', 'end', 'destroy'] as const;

type Replaced = ServerResponse & Record<symbol, Standing | undefined>;

/**
 * Members in place of a response's own: the same functions for all responses, because to make them for each costs more than what they do. There is
 * one of these for each stand-in that a response has already.
 */
class Members {
  readonly #key = Symbol('svckit.standing');
  readonly #methods = replaced.map((name) => [name, this.#method(name)] as const);
  readonly #getters: Readonly<Record<Asked, PropertyDescriptor>>;
  readonly #handler: ProxyHandler<ServerResponse> = {
    get: (res, name) => this.#read(res as Replaced, name),
    set: (res, name, value) => Reflect.set(res, name, value, res),
  };
  #above: Members | null = null;

  constructor(below: Members | null) {
    this.#getters = {
      headersSent: this.#getter('headersSent', below),
      writableEnded: this.#getter('writableEnded', below),
    };
  }

  /** Returns the response with its own members, for the code that answers the client. */
  place(res: ServerResponse, other: StandIn): ServerResponse {
    const standing = res as Replaced;
    if (standing[this.#key] !== undefined) return (this.#above ??= new Members(this)).place(res, other);
    const { writeHead, flushHeaders, write, end, destroy, on } = res as unknown as Record<string, Method>;
    const own = { writeHead, flushHeaders, write, end, destroy, on } as Standing['own'];
    standing[this.#key] = { other, own, isOwn: false };
    for (const [name, method] of this.#methods) (res as unknown as Record<string, unknown>)[name] = method;
    Object.defineProperty(res, 'headersSent', this.#getters.headersSent);
    Object.defineProperty(res, 'writableEnded', this.#getters.writableEnded);
    return new Proxy(res, this.#handler);
  }

  #method(name: (typeof replaced)[number]) {
    const key = this.#key;
    return function (this: Replaced, ...given: never[]): unknown {
      const { other, own, isOwn } = this[key]!;
      if (isOwn) return Reflect.apply(own[name]!, this, given);
      const said = Reflect.apply(other[name] as Method, other, given);
      return name === 'write' ? said : this;
    };
  }

  #getter(name: Asked, below: Members | null): PropertyDescriptor {
    const key = this.#key;
    const ownOf = (res: Replaced): unknown =>
      below === null
        ? (Reflect.get(Object.getPrototypeOf(res) as object, name, res) as unknown)
        : (below.#getters[name].get!.call(res) as unknown);
    return {
      configurable: true,
      get(this: Replaced) {
        const { other, isOwn } = this[key]!;
        return isOwn ? ownOf(this) : other[name];
      },
    };
  }

  #read(res: Replaced, name: PropertyKey): unknown {
    const standing = res[this.#key]!;
    // Middleware of the application, such as one that compresses, may put members of its own in place of these.
    const method = Object.hasOwn(standing.own, name) ? standing.own[name as string]! : null;
    if (method !== null)
      return (...given: never[]) => callOwn(standing, () => Reflect.apply(method, res, given) as unknown);
    const value = callOwn(standing, () => Reflect.get(res, name, res) as unknown);
    return typeof value === 'function' ? (value.bind(res) as Method) : value;
  }
}

function callOwn(standing: Standing, use: () => unknown): unknown {
  const before = standing.isOwn;
  standing.isOwn = true;
  try {
    return use();
  } finally {
    standing.isOwn = before;
  }
}

const members = new Members(null);

/** Puts a stand-in in place of what sends a response. Returns the response for the code that answers the client. */
export const placeStandIn = (res: ServerResponse, other: StandIn): ServerResponse => members.place(res, other);
