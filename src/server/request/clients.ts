import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FetchRequest } from '../fetch/fetch-request.js';
import { addressBlock } from '../../text/address-block.js';
import { clientAddress, isForwarded } from './client-address.js';

/** Milliseconds over which requests are counted. */
const memoryMs = 1_000;

/** Requests of others in that time that count as asking: an occasional one, such as that of a probe, does not wait long anyway. */
const asking = 10;

/** Work of one client, done in its order. */
export class Lane {
  readonly waiting = new Set<() => void>();
  /** When its next turn may begin. */
  readyAt = 0;
  /** How much is done in its next turn. */
  batch = 1;

  constructor(
    readonly client: Client,
    /** How much may be done in one turn. */
    readonly mostAtOnce: number,
  ) {}

  isIdle(now: number): boolean {
    return this.waiting.size === 0 && this.readyAt <= now;
  }
}

/** The sender of requests from one address. */
export class Client {
  #requests: Lane | undefined;
  #pieces: Lane | undefined;
  /** The round of the event loop in which it last started a request at once. */
  startedIn = -1;
  asked = 0;
  askedEarlier = 0;

  get requests(): Lane {
    return (this.#requests ??= new Lane(this, 4));
  }

  /** Of bodies and streams, which take longer than requests. */
  get pieces(): Lane {
    return (this.#pieces ??= new Lane(this, 1));
  }

  /** Whether requests of it wait for their turn. */
  get isWaiting(): boolean {
    return this.#requests !== undefined && this.#requests.waiting.size > 0;
  }

  isIdle(now: number): boolean {
    return this.asked === 0 && (this.#requests?.isIdle(now) ?? true) && (this.#pieces?.isIdle(now) ?? true);
  }
}

const address = Symbol('svckit.client-address');
type Connection = Socket & { [address]?: string };

/** Knows who has asked lately, and how often, while that matters to anybody. */
export class Clients {
  readonly #trustProxy: number | false;
  readonly #clients = new Map<string, Client>();
  #total = 0;
  #totalEarlier = 0;
  #isCounting = false;
  #isWanted = false;

  constructor(trustProxy: number | false | undefined) {
    this.#trustProxy = trustProxy ?? false;
  }

  get areCounted(): boolean {
    return this.#isCounting;
  }

  /** Counts requests from now on, until nobody has wanted it for a while. */
  count(): void {
    this.#isWanted = true;
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#forgetLater();
  }

  /** Counts a request. */
  notice(req: IncomingMessage): Client {
    const client = this.of(req);
    client.asked += 1;
    this.#total += 1;
    return client;
  }

  of(req: IncomingMessage): Client {
    const name = this.addressOf(req);
    let client = this.#clients.get(name);
    if (!client) this.#clients.set(name, (client = new Client()));
    return client;
  }

  /** What counts as the client of a request. */
  addressOf(req: IncomingMessage): string {
    if (req instanceof FetchRequest || isForwarded(req, this.#trustProxy))
      return addressBlock(clientAddress(req, this.#trustProxy));
    return ((req.socket as Connection)[address] ??= addressBlock(clientAddress(req)));
  }

  /** Whether nobody else has asked. */
  isAlone({ asked, askedEarlier }: Client): boolean {
    return this.#total === asked && this.#totalEarlier === askedEarlier;
  }

  /** Whether others have asked more than now and then. */
  doOthersAsk({ asked, askedEarlier }: Client): boolean {
    return Math.max(this.#total - asked, this.#totalEarlier - askedEarlier) >= asking;
  }

  #forgetLater(): void {
    setTimeout(() => this.#forget(), memoryMs).unref();
  }

  #forget(): void {
    const now = performance.now();
    let isAnyoneWaiting = false;
    for (const [name, client] of this.#clients) {
      if (client.isIdle(now)) this.#clients.delete(name);
      client.askedEarlier = client.asked;
      client.asked = 0;
      isAnyoneWaiting ||= !client.isIdle(now);
    }
    this.#totalEarlier = this.#total;
    this.#total = 0;
    this.#isCounting = this.#isWanted || isAnyoneWaiting;
    this.#isWanted = false;
    if (this.#isCounting) this.#forgetLater();
    else this.#clients.clear();
  }
}
