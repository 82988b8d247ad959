import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBlock } from '../../text/address-block.js';
import { clientAddress } from './client-address.js';

/** Bytes; a smaller body is processed before anybody notices. */
export const smallBody = 16 * 1024;

/** Bytes that the waiting bodies of one client may take in memory; the rest stays on its connections. */
const mostHeld = 32 * 1024 * 1024;

/** While others ask, a client rests after its turn for this many times as long as the turn took. */
const restFactor = 3;

/** Milliseconds over which requests are counted, and after which a client is forgotten. */
const memoryMs = 1_000;

/** Requests of others in that time that count as asking: an occasional one, such as that of a probe, does not wait long anyway. */
const fewest = 10;

interface Client {
  /** Bodies that wait for memory. */
  readonly unread: Set<LargeBody>;
  /** Bodies that wait for their turn. */
  readonly read: Set<LargeBody>;
  /** Bytes of the bodies that are being read or were. */
  held: number;
  /** When its next turn may begin. */
  readyAt: number;
}

/** The requests that were sent since a time. */
class Requests {
  readonly since = performance.now();
  total = 0;
  readonly #of = new Map<string, number>();

  add(address: string): void {
    this.total += 1;
    this.#of.set(address, this.of(address) + 1);
  }

  of(address: string): number {
    return this.#of.get(address) ?? 0;
  }
}

/** A body that has turned out to be larger than `smallBody`. */
export interface LargeBody {
  readonly client: Client;
  readonly req: IncomingMessage;
  /** Bytes that it may have. */
  readonly size: number;
  process: () => void;
  isGone: boolean;
}

/**
 * Lets large bodies take turns: one is parsed, validated and handed to its handler, then the event loop serves everything else that
 * waits, then comes the next. While others ask, the large bodies of one client take at most a quarter of the time.
 */
export class LargeBodies {
  readonly #addressOf: (req: IncomingMessage) => string;
  readonly #clients = new Map<string, Client>();
  #requests = new Requests();
  #earlier = this.#requests;
  #turn: { readonly body: LargeBody; readonly since: number } | null = null;
  #isTurnNear = false;
  #rest: NodeJS.Timeout | undefined;
  #isSweepNear = false;

  constructor(trustProxy: number | false | undefined) {
    this.#addressOf = (req) => addressBlock(clientAddress(req, trustProxy));
  }

  /** Whether it matters who else asks: there are large bodies, or were a moment ago. */
  get areAround(): boolean {
    return this.#clients.size > 0;
  }

  /** Notes that the client of a request asks. */
  notice(req: IncomingMessage): void {
    if (performance.now() - this.#requests.since >= memoryMs) {
      this.#earlier = this.#requests;
      this.#requests = new Requests();
    }
    this.#requests.add(this.#addressOf(req));
  }

  /** Takes a body of up to `size` bytes that is being read, and pauses it while its client has too many. */
  enter(req: IncomingMessage, response: ServerResponse, size: number): LargeBody {
    const client = this.#clientOf(this.#addressOf(req));
    const body: LargeBody = { client, req, size, process: () => {}, isGone: false };
    req.pause();
    client.unread.add(body);
    response.once('close', () => this.#leave(body));
    admit(client);
    return body;
  }

  /** Processes a body that was read when its turn comes, unless its client is gone by then. */
  take(body: LargeBody, process: () => void): void {
    if (body.isGone) return;
    body.process = process;
    body.client.read.add(body);
    this.#comeToTurns();
  }

  #clientOf(address: string): Client {
    let client = this.#clients.get(address);
    if (!client) this.#clients.set(address, (client = { unread: new Set(), read: new Set(), held: 0, readyAt: 0 }));
    return client;
  }

  /** What a turn causes without waiting for anything has happened when the second callback runs. */
  #comeToTurns(): void {
    if (this.#isTurnNear) return;
    this.#isTurnNear = true;
    setImmediate(() => this.#beginTurn());
    setImmediate(() => this.#endTurn());
  }

  #beginTurn(): void {
    const now = performance.now();
    const waiting = [...this.#clients.values()].filter(({ read }) => read.size > 0);
    const next = waiting.reduce<Client | null>(
      (one, other) => (one && one.readyAt <= other.readyAt ? one : other),
      null,
    );
    if (!next) return;
    if (next.readyAt > now) return this.#waitFor(next.readyAt - now);
    const [body] = next.read;
    next.read.delete(body!);
    this.#turn = { body: body!, since: now };
    body!.process();
  }

  #endTurn(): void {
    this.#isTurnNear = false;
    if (!this.#turn) return;
    const { body, since } = this.#turn;
    this.#turn = null;
    const now = performance.now();
    if (this.#doOthersAsk(body.req, now)) body.client.readyAt = now + restFactor * (now - since);
    else body.client.readyAt = now;
    this.#leave(body);
    this.#comeToTurns();
  }

  #doOthersAsk(req: IncomingMessage, now: number): boolean {
    const address = this.#addressOf(req);
    const recent = [this.#requests, this.#earlier].filter(({ since }) => now - since < 2 * memoryMs);
    return recent.some((requests) => requests.total - requests.of(address) >= fewest);
  }

  #waitFor(milliseconds: number): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#comeToTurns(), milliseconds);
  }

  #leave(body: LargeBody): void {
    if (body.isGone) return;
    body.isGone = true;
    const { client, size } = body;
    client.read.delete(body);
    if (!client.unread.delete(body)) client.held -= size;
    admit(client);
    if (!this.#isSweepNear) this.#sweepLater();
  }

  #sweepLater(): void {
    this.#isSweepNear = true;
    setTimeout(() => this.#forgetIdle(), memoryMs).unref();
  }

  #forgetIdle(): void {
    this.#isSweepNear = false;
    const now = performance.now();
    for (const [address, { unread, held, readyAt }] of this.#clients)
      if (unread.size === 0 && held === 0 && readyAt <= now) this.#clients.delete(address);
    if (this.#clients.size > 0) this.#sweepLater();
  }
}

/** Lets bodies be read while they fit, the first one always. */
function admit(client: Client): void {
  for (const body of client.unread) {
    if (client.held > 0 && client.held + body.size > mostHeld) return;
    client.unread.delete(body);
    client.held += body.size;
    body.req.resume();
  }
}
