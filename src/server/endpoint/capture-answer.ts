import { isResponse } from '../../routing/table/response-of-bytes.js';
import type { StoredResponse } from '../../routing/table/stores.js';
import { StreamedAnswer } from '../../routing/declare/streamed-answer.js';
import type { Exchange } from './exchange.js';

const largestBody = 1024 * 1024;

/** Headers that are new for every answer, or for one client only. */
const unstored =
  /^(set-cookie|vary|date|connection|keep-alive|content-length|transfer-encoding|traceparent|tracestate|traceresponse|x-request-id|access-control-.*|ratelimit.*|deprecation|sunset)$/i;

export interface Captured {
  /** What to answer now. */
  readonly answer: unknown;
  /** What to answer next time; null when the answer cannot be kept. */
  readonly stored: StoredResponse | null;
}

/** Copies an answer of at most 1 MiB on its way out. */
export async function captureAnswer({ response, endpoint }: Exchange, value: unknown): Promise<Captured> {
  if (response.headersSent || value instanceof StreamedAnswer) return { answer: value, stored: null };
  const headers = Object.entries(response.getHeaders()).map(([name, field]) => [name, String(field)] as const);
  if (!isResponse(value)) {
    if (value === undefined) return { answer: value, stored: stored(204, headers, Buffer.alloc(0)) };
    const type = ['content-type', endpoint.successHeaders.at(-1)!] as const;
    const body = Buffer.from(endpoint.write(value) as string);
    return { answer: value, stored: stored(endpoint.route.status, [type, ...headers], body) };
  }
  if (Number(value.headers.get('content-length') ?? 0) > largestBody) return { answer: value, stored: null };
  const [now, later] = value.body ? value.body.tee() : [null, null];
  const bytes = later ? await readAtMost(later) : Buffer.alloc(0);
  const answer = new Response(now, { status: value.status, statusText: value.statusText, headers: value.headers });
  return { answer, stored: bytes && stored(value.status, [...headers, ...value.headers], bytes) };
}

export function replayAnswer({ status, headers, body }: StoredResponse): Response {
  const bytes = Buffer.from(body, 'base64');
  const answer = new Response(bytes.length === 0 ? null : bytes, {
    status,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  });
  answer.headers.set('Idempotent-Replayed', 'true');
  if (bytes.length > 0) answer.headers.set('Content-Length', String(bytes.length));
  return answer;
}

/** The later of two header fields with the same name wins, as it does on the wire. */
function stored(status: number, headers: readonly (readonly [string, string])[], body: Buffer): StoredResponse | null {
  if (body.length > largestBody) return null;
  const kept = new Map(headers.filter(([name]) => !unstored.test(name)));
  return { status, headers: [...kept], body: body.toString('base64') };
}

/** null when there is more. Cancelling does not wait, because one branch of a tee waits for the other. */
async function readAtMost(stream: ReadableStream<Uint8Array>): Promise<Buffer | null> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > largestBody) {
      reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
