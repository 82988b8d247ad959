import type { IncomingMessage } from 'node:http';

/** The path as the client sent it, even if an outer Express application removed its mount path. */
export function requestPath(req: IncomingMessage & { originalUrl?: string }): string {
  const url = req.originalUrl ?? req.url ?? '/';
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
