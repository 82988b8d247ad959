import type { Observer } from './observation.js';

/** Sends the trace id of each request in `X-Request-Id`. */
export const sendRequestId: Observer = (seen, next) => {
  seen.response.setHeader('X-Request-Id', seen.trace.traceId);
  return next();
};
