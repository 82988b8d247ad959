import { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/** Errors of connections that had brought an answer before. */
const ofKept = new WeakSet<Error>();

/** Whether a request failed because its connection, kept from an earlier request, was closed meanwhile (RFC 9112, section 9.3.1). */
export const isStale = (error: NodeJS.ErrnoException): boolean =>
  ofKept.has(error) && (error instanceof errors.SocketError || isClosed(error));

/** Opens connections on which an answer is read to its end, also where its upstream has stopped to take the request. */
export function connectionOpener(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs }) as (...given: Parameters<buildConnector.connector>) => unknown;
  return (options, callback) => {
    const socket = connect(options, callback);
    if (socket instanceof Socket) readOn(socket);
  };
}

/** What the upstream has sent before it closes is read within this time, in milliseconds. */
const patienceMs = 1000;

type Callback = (error?: Error | null) => void;
interface Writer {
  _write(chunk: unknown, encoding: BufferEncoding, callback: Callback): void;
  _writev(chunks: unknown, callback: Callback): void;
}

/**
 * An upstream that refuses a request early answers, and closes. The writes that fail then would end the connection before the answer is read, so
 * they count as done; what is read says how it ends.
 */
function readOn(socket: Socket): void {
  let requests = 0;
  let failed: NodeJS.Timeout | null = null;
  const { _write: write, _writev: writeAll } = socket as unknown as Writer;
  const settle =
    (callback: Callback): Callback =>
    (error) => {
      if (!error || !isClosed(error)) return callback(error);
      failed ??= setTimeout(() => socket.destroy(error), patienceMs).unref();
      callback();
    };
  const send = (callback: Callback, run: (settled: Callback) => void) => {
    requests += 1;
    if (failed === null) run(settle(callback));
    else setImmediate(callback);
  };
  Object.assign(socket, {
    _write: (chunk, encoding, callback) => send(callback, (settled) => write.call(socket, chunk, encoding, settled)),
    _writev: (chunks, callback) => send(callback, (settled) => writeAll.call(socket, chunks, settled)),
  } satisfies Writer);
  socket.once('error', (error) => {
    if (requests > 1) ofKept.add(error);
  });
  socket.once('close', () => failed !== null && clearTimeout(failed));
}

const isClosed = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE';
