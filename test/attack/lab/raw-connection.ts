import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection whose bytes the scenario writes itself. */
export class RawConnection {
  readonly #socket: Socket;
  #text = '';
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => (this.#closed = true)).on('error', () => {});
  }

  static async open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** What has been read so far, as latin1. */
  get text(): string {
    return this.#text;
  }

  write(bytes: string | Uint8Array): this {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Takes no answer: the operating system's buffers fill, and the service has to wait. */
  stopReading(): this {
    this.#socket.pause();
    return this;
  }

  /** Ends its own side and keeps reading. */
  finish(): this {
    this.#socket.end();
    return this;
  }

  /** Reads until the text is complete, the connection closes, or the time is over. */
  async readUntil(isComplete: (text: string) => boolean, milliseconds: number): Promise<string> {
    const over = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
    const complete = new Promise<void>((resolve) => {
      this.#socket.on('data', (chunk: Buffer) => {
        this.#text += chunk.toString('latin1');
        if (isComplete(this.#text)) resolve();
      });
      this.#socket.once('close', () => resolve());
      if (this.#closed || isComplete(this.#text)) resolve();
    });
    await Promise.race([complete, over]);
    this.#socket.removeAllListeners('data');
    return this.#text;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
