import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnconnected } from './client-address.js';
import type { Clients, Lane } from './clients.js';

/** Requests in one round of the event loop that nobody has to wait for. */
const few = 3;

/** While others ask, a client rests after a turn for this many times as long as it took. */
const restFactor = 3;

/** Milliseconds; others do not notice a shorter turn, and nobody rests after it. */
const shortTurnMs = 1;

/** Milliseconds; after such a turn, twice as much is done in the next one. */
const quickTurnMs = 0.2;

type Work = () => void;

/**
 * Lets clients take turns: some work of one client, then the event loop serves everything else that has arrived, then comes the next
 * client. Requests wait for a turn only beyond the first of their client in a round of the event loop, and only while others ask.
 */
export class Turns {
  readonly #clients: Clients;
  /** In the order of their turns. */
  readonly #queue = new Set<Lane>();
  #round = 0;
  #isRoundEnding = false;
  /** Requests in this round. */
  #started = 0;
  #turn: { readonly lane: Lane; readonly since: number } | null = null;
  #isTurnNear = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  /** Whether a request may start now. If it may not, `wait` starts it. */
  mayStart(req: IncomingMessage): boolean {
    if (isUnconnected(req)) return true;
    this.#started += 1;
    if (this.#started === few) this.#endRound();
    if (this.#started <= few && !this.#clients.areCounted) return true;
    return this.#mayStartCounted(req);
  }

  #mayStartCounted(req: IncomingMessage): boolean {
    if (this.#started > few) this.#clients.count();
    this.#endRound();
    const client = this.#clients.notice(req);
    if (this.#clients.isAlone(client)) return true;
    if (client.isWaiting || client.startedIn === this.#round) return false;
    client.startedIn = this.#round;
    return true;
  }

  /** Starts a request when its turn comes, unless its client is gone by then. */
  wait(req: IncomingMessage, res: ServerResponse, start: Work): void {
    const context = new AsyncResource('SvckitTurn');
    const giveUp = this.#enqueue(this.#clients.of(req).requests, () => {
      res.off('close', giveUp);
      context.runInAsyncScope(start);
    });
    res.once('close', giveUp);
  }

  /** Does a piece of a request's work when its turn comes. Returns a function that gives it up. */
  take(req: IncomingMessage, work: Work): Work {
    if (isUnconnected(req)) return takeNext(work);
    this.#clients.count();
    return this.#enqueue(this.#clients.of(req).pieces, work);
  }

  /** Immediates run when the event loop has read what has arrived. */
  #endRound(): void {
    if (this.#isRoundEnding) return;
    this.#isRoundEnding = true;
    setImmediate(() => {
      this.#isRoundEnding = false;
      this.#round += 1;
      this.#started = 0;
    });
  }

  #enqueue(lane: Lane, work: Work): Work {
    lane.waiting.add(work);
    this.#queue.add(lane);
    this.#comeToTurns();
    return () => void lane.waiting.delete(work);
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
    let soonest = Number.POSITIVE_INFINITY;
    for (const lane of this.#queue) {
      if (lane.waiting.size === 0) this.#queue.delete(lane);
      else if (lane.readyAt <= now) return this.#work(lane, now);
      else soonest = Math.min(soonest, lane.readyAt);
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#waitFor(soonest - now);
  }

  #work(lane: Lane, now: number): void {
    this.#turn = { lane, since: now };
    const works = takeFirst(lane.waiting, lane.batch);
    this.#queue.delete(lane);
    if (lane.waiting.size > 0) this.#queue.add(lane);
    for (const work of works) work();
  }

  #endTurn(): void {
    this.#isTurnNear = false;
    if (!this.#turn) return;
    const { lane, since } = this.#turn;
    this.#turn = null;
    const now = performance.now();
    const took = now - since;
    lane.batch = took < quickTurnMs ? Math.min(2 * lane.batch, lane.mostAtOnce) : 1;
    if (took > shortTurnMs && this.#clients.doOthersAsk(lane.client)) lane.readyAt = now + restFactor * took;
    if (this.#queue.size > 0) this.#comeToTurns();
  }

  #waitFor(milliseconds: number): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#comeToTurns(), milliseconds);
  }
}

function takeFirst(waiting: Set<Work>, count: number): readonly Work[] {
  const taken: Work[] = [];
  for (const work of waiting) {
    if (taken.length === count) break;
    waiting.delete(work);
    taken.push(work);
  }
  return taken;
}

/** Workers give each request a context of its own, in which no other request's work may run. */
function takeNext(work: Work): Work {
  const immediate = setImmediate(work);
  return () => clearImmediate(immediate);
}
