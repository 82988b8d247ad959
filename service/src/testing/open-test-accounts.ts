import { type AttemptStore, sqlThrottleStore } from '@svckit/stores';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { Database } from '../database/database.js';
import type { Mail, MailSender } from '../mail/mail.js';
import { Accounts } from '../auth/accounts.js';
import { authSettings } from '../auth/auth-settings.js';
import type { PasswordHasher } from '../auth/password-hasher.js';
import { fastHasher } from './fast-hasher.js';

export interface TestAccountsOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly publicUrl?: string;
  readonly databaseUrl?: string;
  /** Shared with other processes. */
  readonly dataDir?: string;
  /** Instead of keeping mails in memory. */
  readonly mailSender?: MailSender;
  /** A fast one by default. */
  readonly passwords?: PasswordHasher;
  /** Counts in the database by default. */
  readonly throttle?: AttemptStore;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | null;
  readonly text: string;
}

export const testSecret = 'a secret for tests that is long enough';

/** Accounts on their own database and port; mails are kept in memory. */
export async function openTestAccounts({
  settings = {},
  publicUrl,
  databaseUrl,
  dataDir,
  mailSender,
  passwords = fastHasher,
  throttle,
}: TestAccountsOptions = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'svc-accounts-')));
  const database = new Database({
    databaseUrl,
    dataDir: folder,
    durability: databaseUrl === undefined ? 'normal' : 'full',
  });
  const mails: Mail[] = [];
  const log: string[] = [];
  const inMemory: MailSender = { send: async (mail) => void mails.push(mail), close: async () => {} };
  const note = (line: string) => void log.push(line);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Accounts({
    database,
    settings: z.object(authSettings).parse(settings),
    secret: () => testSecret,
    mailSender: mailSender ?? inMemory,
    passwords,
    throttle: throttle ?? sqlThrottleStore(() => database.kysely),
    log: { info: note, warn: note, error: note },
    publicUrl,
  });
  server.on('request', accounts.handler);
  await database.onInit();
  await accounts.onInit();

  async function call(method: string, path: string, { body, token, headers = {} }: CallOptions = {}): Promise<Answer> {
    const response = await fetch(`${url}/api/auth${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        origin: url,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text !== '' && (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : null };
  }

  return {
    accounts,
    database,
    mails,
    log,
    url,
    call,
    folder,
    post: (path: string, body?: unknown, token?: string, headers?: Record<string, string>) =>
      call('POST', path, { body, token, headers }),
    get: (path: string, token?: string, headers?: Record<string, string>) => call('GET', path, { token, headers }),
    authenticate: (token: string) => accounts.authenticate({ headers: { authorization: `Bearer ${token}` } }),
    async signUp(email = 'ada@example.com', password = 'correct horse battery') {
      const { body } = await call('POST', '/sign-up/email', { body: { name: 'Ada', email, password } });
      return body as unknown as { token: string; user: { id: string; email: string } };
    },
    async mailTo(address: string, subject: RegExp): Promise<string> {
      return vi.waitFor(
        () => {
          const mail = mails.findLast(({ to, subject: line }) => to === address && subject.test(line));
          if (mail) return /https?:\S+/.exec(mail.text)![0];
          throw new Error(`No mail to ${address}: ${JSON.stringify(mails.map(({ to, subject: line }) => [to, line]))}`);
        },
        { timeout: 30_000, interval: 10 },
      );
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await accounts.onShutdown();
      await database.onShutdown();
      if (dataDir === undefined) await rm(folder, { recursive: true });
    },
  };
}

interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
}

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;
