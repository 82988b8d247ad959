import type { IncomingMessage, ServerResponse } from 'node:http';

/** What we use of a request of Fastify. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
}

/** What we use of a reply of Fastify. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  getHeaders(): Readonly<Record<string, unknown>>;
  callNotFound(): unknown;
  hijack(): unknown;
}

/** Runs for each request; what follows waits for `done`. */
export type FastifyHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** What we use of Fastify 4 and 5, which need not be installed. */
export interface FastifyApplication {
  /** Finds the route of a request and runs it, through `rewriteUrl` first. */
  routing(req: IncomingMessage, res: ServerResponse): void;
  addHook(name: string, hook: (...given: never[]) => unknown): unknown;
  register(plugin: (instance: FastifyApplication, options: object, done: () => void) => void): unknown;
  route(options: object): unknown;
}

/** A plugin for Fastify's `register`, whose hooks are those of the whole application. */
export type FastifyPlugin = (instance: object) => Promise<void>;
