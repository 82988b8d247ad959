import type { AdoptedApp } from './adopted-app.js';

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
}

/** Asks a running application for paths in versions: their statuses and bodies. */
async function ask(url: string, version: string, path: string, { method = 'GET', body }: Asked = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-API-Version': version, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()] as const;
}

type Ask = (version: string, path: string, asked?: Asked) => ReturnType<typeof ask>;

/** Asks an application for its answers in versions while a script of it runs. */
export async function whileRunning(
  app: AdoptedApp,
  script: string,
  check: (asking: Ask) => Promise<void>,
): Promise<void> {
  const { url, child, ended } = await app.start(script);
  try {
    await check((version, path, asked) => ask(url, version, path, asked));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The book that every application starts with, in its newest version and in version 1. */
export const book = { id: 1, title: 'Emma', author: 'Jane Austen' };
export const older = { id: 1, title: 'Emma', writer: 'Jane Austen' };
