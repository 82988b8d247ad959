import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { headerPairs, isTouched } from '../../server/headers/merge-headers.js';
import { FirstRound } from '../convert/first-round.js';
import { HeadList } from '../convert/head-list.js';
import type { AnswerBody, Awaiting } from '../onward.js';
import { brokenOff, clientLeft } from './broken-off.js';
import { placeStandIn, type StandIn } from './stand-in.js';
import { TakenBody } from './taken-body.js';

type Callback = (error?: Error | null) => void;

/**
 * What an application writes on a response, in place of the client: it sends nothing. An answer that is whole by the time its application returns, or
 * by the end of a round, is given whole.
 */
export class TakenAnswer extends FirstRound implements StandIn {
  /** The same response for the code that answers the client. */
  readonly response: ServerResponse;
  readonly #res: ServerResponse;
  readonly #awaiting: Awaiting;
  /** The head, where no other fields are on the response. */
  #head: HeadList | null = null;
  #body: TakenBody | null = null;
  #whole: readonly Buffer[] | null = null;
  #isRunning = true;
  /** Nobody reads any more. */
  #isGone = false;
  headersSent = false;
  writableEnded = false;

  /** Nothing is given before `look`. */
  constructor(res: ServerResponse, awaiting: Awaiting) {
    super();
    this.#res = res;
    this.#awaiting = awaiting;
    res.on('close', () => this.#leave());
    this.response = placeStandIn(res, this);
  }

  /** The application has returned: what it has written until now is given, and the rest when it comes. */
  look(): void {
    this.#isRunning = false;
    if (this.#whole !== null) this.#giveWhole(this.#whole);
    else if (this.#body !== null) this.#give(this.#body);
    else if (this.headersSent) this.startRound();
  }

  /** Throws where the head was written before. */
  writeHead(status: number, ...rest: readonly unknown[]): void {
    if (this.headersSent) throw headersSent();
    const res = this.#res;
    const reason = typeof rest[0] === 'string' ? rest[0] : undefined;
    const given = rest.at(-1);
    const fields = typeof given === 'object' && given !== null ? fieldsOf(given) : [];
    if (!isTouched(res)) this.#head = new HeadList(status, reason ?? res.statusMessage, fields);
    else {
      if (reason !== undefined) res.statusMessage = reason;
      placeFields(res, fields);
    }
    res.statusCode = status;
    this.#begin();
  }

  flushHeaders(): void {
    this.#begin();
  }

  write(...given: readonly unknown[]): boolean {
    this.#begin();
    const goesOn = this.#take(given);
    this.#callBack(given);
    return goesOn;
  }

  end(...given: readonly unknown[]): void {
    this.headersSent = true;
    this.#take(given);
    this.#callBack(given);
    if (this.writableEnded) return;
    this.writableEnded = true;
    this.#whole = this.endKeeping();
    if (this.#whole === null) this.#body?.end();
    else if (!this.#isRunning) this.#giveWhole(this.#whole);
  }

  destroy(): void {
    this.#fail(brokenOff());
  }

  protected flow(chunks: readonly Buffer[]): void {
    this.#body = new TakenBody(() => this.#res.emit('drain'));
    for (const chunk of chunks) this.#body.write(chunk);
    if (!this.#isRunning) this.#give(this.#body);
  }

  #begin(): void {
    if (this.headersSent) return;
    this.headersSent = true;
    // What is written while the application runs is looked at afterwards.
    if (!this.#isRunning) this.startRound();
  }

  /** Whether more may be written at once. */
  #take([chunk, encoding]: readonly unknown[]): boolean {
    if (this.#isGone || this.writableEnded || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return true;
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined)
        : Buffer.from(chunk);
    return this.keep(bytes) ? !(this.#body?.isFull ?? false) : this.#body!.write(bytes);
  }

  /** Not on this tick: an application that writes from its callbacks would leave no turn to the reader. */
  #callBack(given: readonly unknown[]): void {
    for (const one of given) if (typeof one === 'function') return void setImmediate(one as Callback);
  }

  #giveWhole(chunks: readonly Buffer[]): void {
    this.#give(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  }

  #give(body: AnswerBody): void {
    this.#awaiting.begin({ head: this.#head ?? this.#res, body });
  }

  #leave(): void {
    if (!this.writableEnded) this.#fail(clientLeft());
  }

  #fail(error: Error): void {
    if (this.writableEnded || this.#isGone) return;
    this.#isGone = true;
    this.endKeeping();
    this.#body?.fail(error);
    if (this.#isRunning || this.#body === null) this.#awaiting.fail(error);
  }
}

const headersSent = () =>
  Object.assign(new Error('Cannot write headers after they are sent to the client'), { code: 'ERR_HTTP_HEADERS_SENT' });

/** Names and values, one after the other. Throws for one that no field can have. */
function fieldsOf(given: object): string[] {
  const fields: string[] = [];
  for (const [name, value] of headerPairs(given)) {
    validateHeaderName(name);
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      validateHeaderValue(name, one as string);
      fields.push(name, String(one));
    }
  }
  return fields;
}

/** A field that comes several times has all its values. */
function placeFields(res: ServerResponse, fields: readonly string[]): void {
  const known = new Set<string>();
  for (let at = 0; at < fields.length; at += 2) {
    const [name, value] = [fields[at]!, fields[at + 1]!];
    const key = name.toLowerCase();
    if (known.has(key)) res.appendHeader(name, value);
    else res.setHeader(name, value);
    known.add(key);
  }
}
