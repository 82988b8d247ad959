import type { Command } from 'commander';
import { type Json, listAt, objectAt, textAt } from '../../../json/json.js';
import type { UsageFilter } from '../../../routing/table/usage.js';
import { checkVersioning, type VersioningOptions, versioningTypes } from '../../../routing/versioning/versioning.js';
import { versionsOf } from '../../../routing/versioning/versions.js';
import { escapeTerminal } from '../../../text/escape.js';
import { countOf } from '../../../text/join-words.js';
import { unknownName } from '../../../text/nearest-name.js';
import { usageError } from '../../command-failure.js';
import type { Io } from '../../io.js';
import type { OpenedApi } from '../../sources/open-api.js';
import { readLines } from '../../sources/read-lines.js';
import { chooseFrom } from '../../shared-options.js';
import type { UsageSourceOptions } from '../read-usage.js';
import { type ConsumerField, LogCounter, type LogReading, mostConsumers } from './count-log.js';
import { type FieldNames, type LogField, logFields, parseLogLine } from './parse-log-line.js';

export interface LogOptions {
  readonly log?: readonly string[];
  readonly fields?: string;
  readonly versioning?: string;
  readonly consumerFrom?: ConsumerField;
}

/** `--log` and the options that say how to read logs. */
export function declareLogs(command: Command): Command {
  return command
    .option(
      '--log <file>',
      'count the requests in an access log: common, combined or JSON lines, also .gz; - is standard input (repeatable)',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--fields <names>', 'fields of JSON logs, such as path=url,status=code,version=api_version')
    .option(
      '--versioning <type>',
      `how requests name their version, instead of the configured way: ${versioningTypes.map(exampleOf).join(', ')}`,
    )
    .addOption(
      chooseFrom('--consumer-from <field>', 'the consumer of a request; by default the user, else the address', [
        'user',
        'agent',
        'address',
      ]),
    );
}

/** Throws for options that need `--log`. */
export function refuseLogOptions({ fields, versioning, consumerFrom }: LogOptions): void {
  const given = { '--fields': fields, '--versioning': versioning, '--consumer-from': consumerFrom };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) throw usageError(`${name} needs --log. Name an access log, or omit ${name}.`);
}

/** In characters; servers take requests of a fraction of it. */
const longestLine = 1 << 16;

/** Counts the requests in access logs, and says on standard error what could not be counted. */
export async function readLogs(
  api: OpenedApi,
  { log = [], fields, versioning, consumerFrom, url, config }: LogOptions & UsageSourceOptions,
  filter: UsageFilter,
  io: Io,
): Promise<LogReading> {
  if (url !== undefined || config !== undefined)
    throw usageError(`Use --log or ${url === undefined ? '--config' : '--url'}, not both.`);
  const names = fields === undefined ? {} : readFields(fields);
  const scheme = versioning === undefined ? api.versioning : readVersioning(versioning);
  const counter = new LogCounter(api.routes, scheme, await basePaths(api), consumerFrom ?? null, filter);
  let [unread, firstUnread] = [0, ''];
  await readLines(log, { option: '--log', example: 'access.log', longest: longestLine }, io, (line, file, number) => {
    if (line?.trim() === '') return;
    const request = line === null ? null : parseLogLine(line, names);
    if (request) return counter.add(request);
    unread += 1;
    if (firstUnread === '') firstUnread = `${file}:${number}`;
  });
  const reading = counter.read();
  if (unread > 0)
    io.stderr.write(
      `${countOf(unread, 'line')} could not be read, the first at ${escapeTerminal(firstUnread)}. Known formats: common, combined, JSON lines; --fields names the fields of others.\n`,
    );
  if (reading.others > 0)
    io.stderr.write(
      `The first ${mostConsumers} consumers are counted separately; ${countOf(reading.others, 'request')} of all others ${reading.others === 1 ? 'counts' : 'count'} as "other". Narrow the counts with --api-version, --operation or --since, or name a --consumer.\n`,
    );
  if (reading.unmatchedCalls > 0) io.stderr.write(unmatchedText(reading));
  return reading;
}

const shown = 5;

function unmatchedText({ unmatched, unmatchedCalls }: LogReading): string {
  const lines = unmatched.slice(0, shown).map(([path, calls]) => `  ${calls}  ${escapeTerminal(path)}\n`);
  const rest = unmatched.length > shown ? `  … and ${unmatched.length - shown} more paths\n` : '';
  return `${countOf(unmatchedCalls, 'request')} ${unmatchedCalls === 1 ? 'is' : 'are'} for no operation of the API:\n${lines.join('')}${rest}`;
}

function readFields(text: string): FieldNames {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [, name = '', path = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
      if (path === '')
        throw usageError(`--fields ${JSON.stringify(entry)} is not name=field. Use path=url,status=code.`);
      if (!(logFields as readonly string[]).includes(name))
        throw usageError(`--fields: ${unknownName('name', name, logFields)}`);
      return [name as LogField, path];
    }),
  );
}

type SomeType = (typeof versioningTypes)[number];

const optionOf = ({ optionNames }: SomeType) => Object.keys(optionNames)[0]!;

/** `header=X-API-Version` */
function exampleOf(type: SomeType): string {
  const value = (type.example as unknown as Readonly<Record<string, unknown>>)[optionOf(type)];
  return value === undefined ? type.name : `${type.name}=${String(value)}`;
}

function readVersioning(text: string): VersioningOptions {
  const at = text.indexOf('=');
  const [name, value] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const type = versioningTypes.find((one) => one.name === name);
  if (!type)
    throw usageError(
      `--versioning: ${unknownName(
        'type',
        name,
        versioningTypes.map((one) => one.name),
      )}`,
    );
  const options = { type: name, ...(value !== undefined && { [optionOf(type)]: value }) };
  const [wrong] = checkVersioning(options);
  if (wrong) throw usageError(`--versioning ${text}: ${wrong.message} Use ${exampleOf(type)}.`);
  return options as VersioningOptions;
}

/** The paths of the servers that the document of each version names, below which its operations are. */
async function basePaths({ described, routes, document }: OpenedApi) {
  const versions = [null, ...versionsOf(routes)];
  const found = new Map<string | null, readonly string[]>(versions.map((version) => [version, ['']]));
  if (described === 'documents')
    for (const version of versions.length === 1 ? versions : versions.slice(1))
      found.set(version, pathsOf((await document(version))['servers']));
  if (versions.length > 1) found.set(null, [...new Set([...found.values()].flat())]);
  return (version: string | null) => found.get(version)!;
}

function pathsOf(servers: Json | undefined): readonly string[] {
  const urls = listAt(servers).map((server) => textAt(objectAt(server)['url']) ?? '/');
  const paths = urls.flatMap((url) =>
    URL.canParse(url, 'http://localhost') ? [new URL(url, 'http://localhost').pathname.replace(/\/$/, '')] : [],
  );
  return [...new Set(paths.length === 0 ? [''] : paths)];
}
