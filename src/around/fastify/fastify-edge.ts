import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NamesVersion } from '../name-version.js';
import type { Listener } from '../node/node-onward.js';
import { passUntouched } from '../node/pass-untouched.js';
import type { Untouched } from '../untouched.js';
import type { FastifySettings } from '../application-spelling.js';
import type { FastifyApplication, FastifyHook, FastifyPlugin, FastifyReply } from './structure.js';

/** What the edge asks of what is around the application. */
export interface FastifySides {
  /** Resolves once requests can be decided. */
  open(): Promise<unknown>;
  /** What passes untouched; null for any other request. */
  find(req: IncomingMessage): Untouched | null;
  /** A target with its query behind a question mark, where the application takes one behind a semicolon too. */
  withQuery(url: string): string;
  /** Reads how the application routes. */
  follow(instance: FastifySettings): void;
  /** How a request names the version of the application. */
  names(): NamesVersion;
  /** Whether the application gets a request otherwise than it came. */
  isConverted(req: IncomingMessage): boolean;
  /** Answers a request; `run` hands it on to the application, and `again` another one that stands for it. */
  arrive(req: IncomingMessage, res: ServerResponse, run: () => void, again: Listener): void;
  close(): Promise<void>;
}

/** What is known of a request. Kept on it: maps of requests would make collecting garbage slow. */
type State =
  | { readonly is: 'decided' }
  /** With its head as it came. */
  | { readonly is: 'converting'; readonly came: Pick<IncomingMessage, 'method' | 'url' | 'headers'> }
  /** As long as no earlier hook gives it another target or version. */
  | { readonly is: 'untouched'; readonly found: Untouched; readonly url: string; readonly named: unknown };

const decided: State = { is: 'decided' };

/** Its handler is no part of the API; clients that ask for it get what unknown addresses get. */
const conversion = '/svckit-conversion';

const missing = () =>
  new Error(
    'versioned.fastify() needs versioned.rewriteUrl: Fastify({ rewriteUrl: versioned.rewriteUrl }), which says where a converted request goes.',
  );

/**
 * Versions around an application of Fastify. `rewriteUrl`, which Fastify calls before it looks for a route, sends a request that changes
 * convert to a route of our own, whose first hook routes anew what becomes of it. Every other request takes its own route, where that hook
 * counts and refuses.
 */
export class FastifyEdge {
  readonly #sides: FastifySides;
  readonly #state = Symbol('svckit.fastify');
  #probe: IncomingMessage | null = null;
  #isOpen = false;

  constructor(sides: FastifySides) {
    this.#sides = sides;
  }

  readonly rewriteUrl = (req: IncomingMessage): string => {
    if (req === this.#probe) throw found;
    const { url = '/' } = req;
    if (!this.#isOpen || this.#stateOf(req) !== undefined) return url;
    const untouched = this.#untouchedUrl(req);
    if (untouched !== null) return untouched;
    if (!this.#sides.isConverted(req)) return url;
    const { method, headers } = req;
    this.#setState(req, { is: 'converting', came: { method, url: this.#sides.withQuery(url), headers } });
    req.method = 'GET';
    // A route without versions is not found for a request that names one.
    if (headers['accept-version'] !== undefined) req.headers = { ...headers, 'accept-version': undefined };
    return conversion;
  };

  readonly plugin: FastifyPlugin = Object.assign(
    async (given: object) => {
      const instance = given as FastifyApplication;
      this.#sides.follow(given as FastifySettings);
      await this.#sides.open();
      this.#isOpen = true;
      instance.addHook('onRequest', this.#onRequest(instance));
      instance.addHook('onReady', async () => this.#requireRewriting(instance));
      instance.addHook('onClose', () => this.#sides.close());
      instance.register((own, _options, done) => {
        own.route({
          method: 'GET',
          url: conversion,
          exposeHeadRoute: false,
          logLevel: 'silent',
          schema: { hide: true },
          handler: (_request: unknown, reply: FastifyReply) => reply.callNotFound(),
        });
        done();
      });
    },
    { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'svckit-around' },
  );

  /** The first hook. Later ones do not run for a request that is converted before it is routed anew. */
  #onRequest(instance: FastifyApplication): FastifyHook {
    return ({ raw: req }, reply, done) => {
      const state = this.#stateOf(req);
      if (state?.is === 'untouched' && req.url === state.url && this.#namedIn(req) === state.named) {
        passUntouched(req, reply.raw, state.found, this.#sides.names());
        done();
      } else if (state?.is === 'converting') this.#convert(instance, req, reply, state.came);
      else if (state?.is === 'decided') done();
      else this.#start(instance, req, reply, done);
    };
  }

  /** Remembers what passes untouched to where Fastify looks for its route; its target there, or null for any other request. */
  #untouchedUrl(req: IncomingMessage): string | null {
    const found = this.#sides.find(req);
    if (found === null) return null;
    const { route, versionField, elsewhere } = found;
    if (route !== null && versionField === null && this.#sides.names().newest(req, route).url !== req.url) return null;
    const url = elsewhere?.head.url ?? req.url ?? '/';
    this.#setState(req, { is: 'untouched', found, url, named: this.#namedIn(req) });
    return url;
  }

  #namedIn({ headers }: IncomingMessage): unknown {
    const { field } = this.#sides.names();
    return field === null ? undefined : headers[field];
  }

  #convert(
    instance: FastifyApplication,
    req: IncomingMessage,
    reply: FastifyReply,
    came: Extract<State, { is: 'converting' }>['came'],
  ): void {
    Object.assign(req, came);
    reply.hijack();
    forgetReply(reply.raw);
    this.#start(instance, req, reply, () => instance.routing(req, reply.raw));
  }

  #start(instance: FastifyApplication, req: IncomingMessage, reply: FastifyReply, run: () => void): void {
    this.#setState(req, decided);
    // Those of earlier hooks, for an answer of ours.
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
    this.#sides.arrive(req, reply.raw, run, (other, answer) => {
      this.#setState(other, decided);
      instance.routing(other, answer);
    });
  }

  #setState(req: IncomingMessage, state: State): void {
    (req as unknown as Record<symbol, State>)[this.#state] = state;
  }

  #stateOf(req: IncomingMessage): State | undefined {
    return (req as unknown as Record<symbol, State | undefined>)[this.#state];
  }

  /** Throws where Fastify does not call `rewriteUrl`: a probe comes that far, or to the look for a route. */
  #requireRewriting(instance: FastifyApplication): void {
    const probe = {
      url: '/',
      headers: {},
      get method(): string {
        throw missing();
      },
    };
    this.#probe = probe as unknown as IncomingMessage;
    try {
      instance.routing(this.#probe, {} as ServerResponse);
    } catch (error) {
      if (error !== found) throw error;
    } finally {
      this.#probe = null;
    }
  }
}

/**
 * A request that is routed anew has another reply, with which its hooks run. Fastify listens to the end and the errors of a response with one
 * function per reply.
 */
function forgetReply(res: ServerResponse): void {
  const failing = res.listeners('error');
  for (const listener of res.listeners('finish'))
    if (failing.includes(listener)) res.off('finish', listener as () => void).off('error', listener as () => void);
}

/** Thrown by the probe. */
const found = new Error('rewriteUrl is called');
