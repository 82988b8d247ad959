import { request } from 'node:http';
import { createApp } from '../create-app.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Class } from '../../wiring/metadata.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  json<T = Record<string, unknown>>(): T;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** The real app on a real port, spoken to over plain `node:http`, which adds no headers of its own. */
export async function serveForTest(root: Class, options: ServiceOptions = {}) {
  const logged: string[] = [];
  const log = (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const app = await createApp(root, { logger: { info: log, warn: log, error: log }, ...options });
  const url = await app.listen();
  return { app, url, logged, call: (path: string, call: Call = {}) => callForTest(url, path, call) };
}

export function callForTest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Call = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const req = request(
      { hostname, port, path, method, headers: headers as Record<string, string>, agent: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: res.statusCode!, headers: res.headers, text, json: () => JSON.parse(text) as never });
        });
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

export function postJson(value: unknown, headers: Call['headers'] = {}): Call {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
