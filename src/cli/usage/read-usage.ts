import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ConsumerKind, UsageFilter, UsageReading } from '../../routing/table/usage.js';
import { tryParse } from '../../json/parse-json.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { OpenedUsage, ServiceDefinition } from '../../routing/table/service-definition.js';
import type { Io } from '../io.js';
import { declareSentHeaders, readSentHeaders } from '../sent-headers.js';
import type { OpenedService } from '../sources/open-service.js';

export interface UsageSourceOptions {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly config?: string;
}

/** `--url` and `--config`, for every command that reads the usage of a service. */
export function declareUsageSource(command: Command): Command {
  return declareConfig(
    declareSentHeaders(
      command.option(
        '--url <address>',
        'read it from a running service, such as https://api.example.com/api; the token of an admin is in SVC_TOKEN',
      ),
      'with --url: header of the request',
    ),
  );
}

/** `--config`, for every command that opens the stores of a service. */
export const declareConfig = (command: Command): Command =>
  command.option('--config <svc.yaml>', 'settings file of the service; by default svc.yaml, if it exists');

/** The counts that a filter asks for: of the running service that `--url` names, else of the store that the service opens. */
export async function readUsage(
  open: () => Promise<Pick<OpenedService, 'definition'>>,
  { url, header, config }: UsageSourceOptions,
  filter: UsageFilter,
  io: Io,
): Promise<UsageReading> {
  if (header && url === undefined) throw usageError('--header belongs to --url: name the running service with it.');
  if (url !== undefined && config !== undefined) throw usageError('Use --url or --config, not both.');
  if (url !== undefined) return readService(url, readSentHeaders(header ?? [], io), filter);
  const instead =
    'Add openUsage to its definition, which returns { store, close }, or name a running service with --url.';
  return readStores(
    (await open()).definition,
    { config, what: 'usage is', instead },
    ({ store }) => store.read(filter),
    io,
  );
}

/** What `read` finds in the stores that a service opens, which are closed again. */
export async function readStores<T>(
  { openUsage }: Pick<ServiceDefinition, 'openUsage'>,
  { config, what, instead }: { readonly config: string | undefined; readonly what: string; readonly instead: string },
  read: (opened: OpenedUsage) => T | Promise<T>,
  { env, cwd }: Io,
): Promise<T> {
  if (!openUsage) throw new CommandFailure(`This service does not say where its ${what} kept. ${instead}`);
  const configFile = config === undefined ? null : resolve(cwd, config);
  try {
    const opened = await openUsage({ env, cwd, configFile, workers: 1 });
    try {
      return await read(opened);
    } finally {
      await opened.close?.();
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`The ${what.replace(/ (?:is|are)$/, '')} cannot be read: ${message}`, 1);
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

async function readService(
  url: string,
  headers: Readonly<Record<string, string>>,
  filter: UsageFilter,
): Promise<UsageReading> {
  const address = usageAddress(url, filter);
  const response = await fetch(address, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const { cause = error } = error as { cause?: { message?: string } };
    throw new CommandFailure(`${address.href} cannot be reached: ${cause.message}`, 1);
  });
  if (response.status === 401 || response.status === 403)
    throw new CommandFailure(
      `${address.href} answers ${response.status}. Set SVC_TOKEN to the token of a caller who may read the usage, such as an admin, or give another credential with --header.`,
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
