import { isResponse } from '../../routing/table/response-of-bytes.js';

/** What a Web Response without content is answered with, which has nothing to convert; null for any other value, and for one with content. */
export function emptyResponse(value: unknown): Response | null | Promise<Response | null> {
  if (!isResponse(value)) return null;
  return value.body === null ? value : withoutContent(value, value.body);
}

/** A stream may end before it gives anything. */
async function withoutContent(value: Response, body: ReadableStream<Uint8Array>): Promise<Response | null> {
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (part.value.length > 0) {
      reader.cancel().catch(() => {});
      return null;
    }
  const { status, statusText, headers } = value;
  return new Response(null, { status, statusText, headers });
}
