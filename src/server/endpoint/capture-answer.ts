import { HttpError } from '../../routing/table/http-error.js';
import { isResponse } from '../../routing/table/response-of-bytes.js';
import type { StoredResponse } from '../../routing/table/stores.js';
import { StreamedAnswer } from '../../routing/declare/streamed-answer.js';
import type { Exchange } from './exchange.js';

const largestBody = 1024 * 1024;

/** Names the version of an answer. */
const versionField = 'api-version';

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
export async function captureAnswer({ response, endpoint, version }: Exchange, value: unknown): Promise<Captured> {
  if (response.headersSent || value instanceof StreamedAnswer) return { answer: value, stored: null };
  const own = Object.entries(response.getHeaders()).map(([name, field]) => [name, String(field)] as const);
  const headers = version === null ? own : [...own, [versionField, version] as const];
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

export const keyReused = (detail: string) =>
  new HttpError(422, `This Idempotency-Key ${detail}`, { code: 'idempotency-key-reused' });

/**
 * The first answer, as it was: in its version, which it names where that is another one than the one that would answer now. Throws a 422 where the
 * request names another version itself.
 */
export function replayAnswer(
  { status, headers: kept, body }: StoredResponse,
  version: string | null,
  namesVersion: boolean,
): Response {
  const answered = kept.find(([name]) => name === versionField)?.[1] ?? version;
  if (answered !== version && namesVersion)
    throw keyReused(`belongs to a request in version ${answered}. Send it in that version, or use a new key.`);
  const headers = answered === version ? kept.filter(([name]) => name !== versionField) : kept;
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
