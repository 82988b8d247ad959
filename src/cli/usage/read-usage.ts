import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ConsumerKind, UsageFilter, UsageReading } from '../../routing/table/usage.js';
import { tryParse } from '../../json/parse-json.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import type { OpenedService } from '../sources/open-service.js';

export interface UsageSourceOptions {
  readonly url?: string;
  readonly config?: string;
}

/** `--url` and `--config`, for every command that reads the usage of a service. */
export function declareUsageSource(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'read it from a running service, such as https://api.example.com/api; the token of an admin is in SVC_TOKEN',
    )
    .option('--config <svc.yaml>', 'settings file of the service; by default svc.yaml, if it exists');
}

/** The counts that a filter asks for: of the running service that `--url` names, else of the store that the service opens. */
export async function readUsage(
  open: () => Promise<Pick<OpenedService, 'definition'>>,
  { url, config }: UsageSourceOptions,
  filter: UsageFilter,
  io: Io,
): Promise<UsageReading> {
  if (url !== undefined && config !== undefined) throw usageError('Use --url or --config, not both.');
  return url === undefined ? readStore(await open(), config, filter, io) : readService(url, filter, io);
}

async function readStore(
  { definition }: Pick<OpenedService, 'definition'>,
  config: string | undefined,
  filter: UsageFilter,
  { env, cwd }: Io,
): Promise<UsageReading> {
  if (!definition.openUsage)
    throw new CommandFailure(
      'This service does not say where its usage is kept. Add openUsage to its definition, which returns { store, close }, or name a running service with --url.',
    );
  const configFile = config === undefined ? null : resolve(cwd, config);
  try {
    const { store, close } = await definition.openUsage({ env, cwd, configFile, workers: 1 });
    try {
      return await store.read(filter);
    } finally {
      await close?.();
    }
  } catch (error) {
    throw new CommandFailure(`The usage cannot be read: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
}

const time = z.iso.datetime().transform((text) => Date.parse(text));
const Answer = z.object({
  since: time.nullable(),
  counts: z.array(
    z.object({
      version: z.string().nullable(),
      operation: z.string(),
      kind: z.custom<ConsumerKind>((value) => typeof value === 'string'),
      consumer: z.string(),
      day: z.string().nullable(),
      calls: z.int(),
      refused: z.int(),
      first: time,
      last: time,
      members: z.record(z.string(), z.int()),
    }),
  ),
});

const timeoutMs = 60_000;
const longestAnswer = 64 * 1024 * 1024;

async function readService(url: string, filter: UsageFilter, { env }: Io): Promise<UsageReading> {
  const address = usageAddress(url, filter);
  const headers = env.SVC_TOKEN ? { authorization: `Bearer ${env.SVC_TOKEN}` } : undefined;
  const response = await fetch(address, {
    ...(headers && { headers }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const { cause = error } = error as { cause?: { message?: string } };
    throw new CommandFailure(`${address.href} cannot be reached: ${cause.message}`, 1);
  });
  if (response.status === 401 || response.status === 403)
    throw new CommandFailure(
      `${address.href} answers ${response.status}. Set SVC_TOKEN to the token of a caller who may read the usage, such as an admin.`,
      1,
    );
  const answer = Answer.safeParse(tryParse(await readText(response, address)));
  if (!response.ok || !answer.success)
    throw new CommandFailure(
      `${address.href} answers ${response.status} without usage. Name the address of the API with its prefix, and turn the option usage on.`,
      1,
    );
  return answer.data;
}

/** Throws a CommandFailure for a body that is too long; a body that breaks off, or takes longer than a minute, is no JSON. */
async function readText(response: Response, { href }: URL): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part as Uint8Array);
      if ((size += parts.at(-1)!.length) > longestAnswer) break;
    }
  } catch {
    return '';
  }
  if (size > longestAnswer)
    throw new CommandFailure(
      `${href} answers with more than 64 MiB. Narrow the counts with --api-version, --operation or --since.`,
      1,
    );
  return Buffer.concat(parts).toString('utf8');
}

function usageAddress(url: string, { version, operation, consumer, since, byDay }: UsageFilter): URL {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw usageError(`--url ${JSON.stringify(url)} is not an address. Use one such as https://api.example.com/api.`);
  const address = new URL(`${url.replace(/\/$/, '')}/usage`);
  const query = { 'api-version': version, operation, consumer, since, 'by-day': byDay ? 'true' : undefined };
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}
