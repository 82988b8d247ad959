const kept = new WeakMap<Response, Buffer>();

/** Bytes. */
const pieceSize = 65_536;

/** A Response of bytes that every answer sends from the same memory; a Response copies bytes that it is given. */
export function responseOfBytes(bytes: Buffer, headers: Readonly<Record<string, string>>, status = 200): Response {
  const response = new Response(piecesOf(bytes), {
    status,
    headers: { ...headers, 'Content-Length': String(bytes.length) },
  });
  kept.set(response, bytes);
  return response;
}

/** The bytes that a Response was made of; undefined for any other. */
export const bytesOf = (response: Response): Buffer | undefined => kept.get(response);

/** For the reader of the Response: piece by piece, as it is taken. */
function piecesOf(bytes: Buffer): ReadableStream<Uint8Array> {
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, (sent += pieceSize)));
    if (sent >= bytes.length) controller.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Whether a value is a Web Response, of this runtime or of a package such as undici. */
export const isResponse = (value: unknown): value is Response =>
  value instanceof Response ||
  (typeof value === 'object' &&
    value !== null &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response');
