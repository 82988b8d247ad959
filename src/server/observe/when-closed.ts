import type { ServerResponse } from 'node:http';

/** Resolves when an answer has gone out, or its client has left. */
export function whenClosed(response: ServerResponse): Promise<void> {
  return response.closed ? Promise.resolve() : new Promise((resolve) => response.once('close', resolve));
}
