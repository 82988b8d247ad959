import { type Agent, request } from 'node:http';

export interface ContractRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ContractAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface SendOptions {
  /** Milliseconds until a request without an answer rejects; none by default. */
  readonly timeoutMs?: number;
  /** The connections to use; those of the process by default. */
  readonly agent?: Agent;
}

/** Sends the path as it is written: `fetch` would resolve its dots. */
export function sendRequest(
  origin: string,
  { method, path, headers, body }: ContractRequest,
  { timeoutMs, agent }: SendOptions = {},
): Promise<ContractAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        // A redirect repeats what it was given.
        maxHeaderSize: 128 * 1024,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
        ...(agent && { agent }),
        ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
