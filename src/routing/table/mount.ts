import type { Awaitable } from '../awaitable.js';
import type { Token } from '../../wiring/token.js';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A connect-style handler, an Express application or a plain Node request listener. */
export type MountHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown;

export type OpenApiFragment = Readonly<Record<string, unknown>>;

/** An Express handler below a path of the app, and its part of the documents. */
export interface Mount {
  /** Below the prefix. */
  readonly path: string;
  /** Passed to Express; a token is resolved from the app's providers. */
  readonly handler: MountHandler | Token<MountHandler>;
  /** Merged into the documents; paths are written as they are served. */
  readonly document?: OpenApiFragment | (() => Awaitable<OpenApiFragment | { readonly default: OpenApiFragment }>);
}
