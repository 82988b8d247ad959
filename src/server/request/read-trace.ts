import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestTrace } from '../../routing/declare/route-schemas.js';

const pool = Buffer.alloc(8192);
let used = pool.length;

/** Lower-case hexadecimal digits, never all zero. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString('hex', used, (used += bytes));
  return /[1-9a-f]/.test(text) ? text : randomHex(bytes);
}

const traceparent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Continues the caller's trace, or begins one (W3C Trace Context, section 3.2). */
function readTrace(header: string | undefined): RequestTrace {
  const match = header === undefined ? null : traceparent.exec(header);
  if (!match || (match[1] === '00' && match[5] !== undefined)) {
    return { traceId: randomHex(16), spanId: randomHex(8), parentSpanId: null, sampled: false, inbound: false };
  }
  const sampled = (Number.parseInt(match[4]!, 16) & 1) === 1;
  return { traceId: match[2]!, spanId: randomHex(8), parentSpanId: match[3]!, sampled, inbound: true };
}

const adopted = new WeakMap<IncomingMessage, RequestTrace>();

/** Makes a trace the one of a request. */
export function adoptTrace(req: IncomingMessage, trace: RequestTrace): void {
  adopted.set(req, trace);
}

/** The adopted trace of a request, or else the one of its header. */
export function traceOf(req: IncomingMessage): RequestTrace {
  return adopted.get(req) ?? readTrace(req.headers.traceparent as string | undefined);
}
