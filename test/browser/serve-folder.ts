import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** A strict policy without exceptions for single elements, as a host of static files may set it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'";

/** Serves a folder below `/docs/`, like every web server; `header` is the policy that it sets, null for none. */
export async function serveFolder(
  folder: string,
  header: string | null = policy,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url!, 'http://localhost').pathname).replace(/^\/docs\//, '');
    readFile(join(folder, normalize(`/${path === '' ? 'index.html' : path}`))).then(
      (bytes) => {
        const type = types[path.split('.').pop()!] ?? types['html']!;
        if (header !== null) res.setHeader('Content-Security-Policy', header);
        res.writeHead(200, { 'Content-Type': type }).end(bytes);
      },
      () => res.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
