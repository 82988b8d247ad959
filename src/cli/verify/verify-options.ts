import { type Command, InvalidArgumentError } from 'commander';
import { usageError } from '../command-failure.js';
import { declareSentHeaders } from '../sent-headers.js';
import { collectWords } from '../shared-options.js';
import type { Through } from './through-sender.js';

export interface SendingOptions {
  readonly header?: readonly string[];
  readonly requests: number | 'auto';
  readonly seed: number;
  readonly rate?: number;
  readonly timeLimit?: number;
  readonly write?: boolean;
  readonly har?: string;
  readonly against?: string;
  readonly noise?: string;
  readonly through?: string;
  readonly operation?: readonly string[];
  readonly tag?: readonly string[];
  readonly apiVersion?: string;
}

/** Which requests are sent, and how fast. */
export function declareSending(command: Command): Command {
  return declareSentHeaders(
    command
      .option(
        '--requests <count>',
        'valid requests per operation and version, and as many invalid ones; auto: what covers every declared rule once',
        readCount,
        'auto' as const,
      )
      .option('--seed <number>', 'seed of the values', readSeed, 1)
      .option('--write', 'also send requests that may change something: POST, PUT, PATCH, DELETE')
      .option('--har <file>', 'send these recorded requests instead, and compare the answers')
      .option('--against <url>', 'with --har: send them to the old build at this address too, and compare its answers')
      .option(
        '--noise <url>',
        'with --against: a second run of the old build; what differs between the two is left out',
      )
      .option(
        '--through <from..to>',
        'with --against: take requests of an older version through the changes to a new build that has the newest one alone',
      ),
  )
    .option('--operation <operation>', "only this operation: its operationId, or 'GET /users' (repeatable)", collect)
    .option('--tag <tag>', 'only operations with this tag (repeatable)', collectWords)
    .option('--api-version <version>', 'only this version')
    .option('--rate <number>', 'requests a second; 50 by default, and no limit for localhost', readRate)
    .option('--time-limit <time>', 'stop after this time, such as 60s or 5m', readTime);
}

const collect = (value: string, before: readonly string[] = []) => [...before, value];

function readCount(text: string): number | 'auto' {
  if (text === 'auto') return text;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use auto, or a whole number from 1 to 999999, such as 100.');
}

function readSeed(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, such as 7.');
}

function readRate(text: string): number {
  if (/^\d{1,6}(?:\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Use a number of requests a second, such as 50.');
}

function readTime(text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m)$/.exec(text) ?? [];
  if (count !== undefined && Number(count) > 0) return Number(count) * (unit === 'm' ? 60_000 : 1000);
  throw new InvalidArgumentError('Use a number of seconds or minutes, such as 60s or 5m.');
}

/** The address of a running service: where it is, and what stands in front of every path. */
export function readAddress(text: string | undefined): URL {
  if (text === undefined) throw usageError('Name the address of a running service: svc verify http://localhost:3000');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(`${text} is not an http address. Write one such as http://localhost:3000.`);
  if (url.username !== '' || url.password !== '')
    throw usageError('The address contains credentials, which would be shown. Use --header @file or SVC_TOKEN.');
  if (url.search !== '' || url.hash !== '')
    throw usageError(`${text} has a query or a fragment. Write the address alone.`);
  return url;
}

/** Reads `1..2`; null where nothing is said. Throws for one without `--against`. */
export function readThrough({ through, against }: Pick<SendingOptions, 'through' | 'against'>): Through | null {
  if (through === undefined) return null;
  if (against === undefined)
    throw usageError('--through compares with a build that has the older version. Name it with --against.');
  const [, from, to] = /^(.+?)\.\.(.+)$/.exec(through) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw usageError(`--through is "${through}". Write the older version and the newest one: 1..2.`);
}

/** The addresses of other builds. Throws for options that lack the one they belong to. */
export function readBuilds({ har, against, noise }: Pick<SendingOptions, 'har' | 'against' | 'noise'>): {
  readonly old: URL | null;
  readonly again: URL | null;
} {
  if (against !== undefined && har === undefined)
    throw usageError('--against compares the answers to recorded requests. Name them with --har.');
  if (noise !== undefined && against === undefined)
    throw usageError('--noise is a second run of the build that --against names. Name that one too.');
  const read = (text: string | undefined) => {
    if (text === undefined) return null;
    const url = readAddress(text);
    if (url.pathname !== '/')
      throw usageError(`${text} has a path. Recorded requests have theirs: write ${url.origin}.`);
    return url;
  };
  return { old: read(against), again: read(noise) };
}

/** Requests a second; null for no limit. A machine that tests itself needs none. */
export function rateOf(rate: number | undefined, { hostname }: URL): number | null {
  return rate ?? (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? null : 50);
}
