import { CommandProcess } from './command-process.js';

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** `svc serve` on a free port, and a client of it. */
export class ServeProcess {
  readonly #process: CommandProcess;
  readonly url: string;

  private constructor(process: CommandProcess) {
    this.#process = process;
    this.url = process.summary[1]!;
  }

  static async start(settings: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<ServeProcess> {
    const command = ['serve', '--port', '0', ...args];
    return new ServeProcess(await CommandProcess.start(command, settings, /ready at (http:\S+)/));
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonAnswer> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as JsonAnswer['body'] };
  }

  /** Waits until a thumbnail job has completed or failed, and returns its status. */
  async finishJob(id: unknown): Promise<JsonAnswer['body']> {
    for (let tries = 0; tries < 600; tries += 1) {
      const { body } = await this.send('GET', `/jobs/thumbnails/${String(id)}`);
      if (body['state'] === 'completed' || body['state'] === 'failed') return body;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error(`Job ${String(id)} did not finish.`);
  }

  /** Stops the process and returns its exit code, or the signal that ended it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | string> {
    return this.#process.stop(signal);
  }
}
