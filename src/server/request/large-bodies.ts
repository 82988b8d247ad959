import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clients } from './clients.js';
import type { Turns } from './turns.js';

/** Bytes; a smaller body is processed before anybody notices. */
export const smallBody = 16 * 1024;

/** Bytes that the waiting bodies of one client may take in memory; the rest stays on its connections. */
const mostHeld = 32 * 1024 * 1024;

/** What the bodies of one client take. */
interface Share {
  readonly client: string;
  /** Bodies that wait for memory. */
  readonly unread: Set<LargeBody>;
  /** Bytes of the bodies that are being read or were. */
  held: number;
}

/** A body that has turned out to be larger than `smallBody`. */
export interface LargeBody {
  readonly share: Share;
  readonly req: IncomingMessage;
  /** Bytes that it may have. */
  readonly size: number;
  /** Gives its turn up. */
  giveUp: () => void;
  isGone: boolean;
}

/** Keeps what the large bodies of one client take in memory within a limit, and lets them take turns. */
export class LargeBodies {
  readonly #clients: Clients;
  readonly #turns: Turns;
  readonly #shares = new Map<string, Share>();

  constructor(clients: Clients, turns: Turns) {
    this.#clients = clients;
    this.#turns = turns;
  }

  /** Takes a body of up to `size` bytes that is being read, and pauses it while its client has too many. */
  enter(req: IncomingMessage, response: ServerResponse, size: number): LargeBody {
    const share = this.#shareOf(this.#clients.addressOf(req));
    const body: LargeBody = { share, req, size, giveUp: () => {}, isGone: false };
    req.pause();
    share.unread.add(body);
    response.once('close', () => this.#leave(body));
    admit(share);
    return body;
  }

  /** Processes a body that was read when its turn comes, unless its client is gone by then. */
  take(body: LargeBody, process: () => void): void {
    if (body.isGone) return;
    body.giveUp = this.#turns.take(body.req, () => {
      process();
      setImmediate(() => this.#leave(body));
    });
  }

  #shareOf(client: string): Share {
    let share = this.#shares.get(client);
    if (!share) this.#shares.set(client, (share = { client, unread: new Set(), held: 0 }));
    return share;
  }

  #leave(body: LargeBody): void {
    if (body.isGone) return;
    body.isGone = true;
    body.giveUp();
    const { share, size } = body;
    if (!share.unread.delete(body)) share.held -= size;
    admit(share);
    if (share.unread.size === 0 && share.held === 0) this.#shares.delete(share.client);
  }
}

/** Lets bodies be read while they fit, the first one always. */
function admit(share: Share): void {
  for (const body of share.unread) {
    if (share.held > 0 && share.held + body.size > mostHeld) return;
    share.unread.delete(body);
    share.held += body.size;
    body.req.resume();
  }
}
