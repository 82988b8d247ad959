import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Evidence, evidenceName, writeEvidence } from '../../contract/retirement/evidence.js';
import { judgeRetirement, type RetirementAnswer } from '../../contract/retirement/judge-retirement.js';
import { type Leftover, listLeftovers } from '../../contract/retirement/list-leftovers.js';
import type { Source } from '../../report/boot-problem.js';
import { sunsetOf } from '../../routing/versioning/version-deprecation.js';
import type { UsageCount } from '../../routing/table/usage.js';
import { unknownVersion, versionsOf } from '../../routing/versioning/versions.js';
import { isoDay, readableDate } from '../../text/date.js';
import { escapeTerminal } from '../../text/escape.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { unknownName } from '../../text/nearest-name.js';
import type { StoredEndpoint } from '../../webhooks/store/webhook-store.js';
import type { Registry } from '../../contract/consumers/registry.js';
import { filesOfUsers, usersOf } from '../../contract/consumers/users-of.js';
import { readConsumers } from '../uses/consumers-option.js';
import { usageError } from '../command-failure.js';
import { declareContracts } from '../contract-options.js';
import { runGit } from '../sources/git.js';
import type { Io } from '../io.js';
import { contractsFolder, type OpenedService, openService, refuseProblems } from '../sources/open-service.js';
import { titleOf } from '../sources/open-api.js';
import { defineCommand } from '../program/define-command.js';
import { declareAsOf, declareEntry, readAsOf } from '../shared-options.js';
import { countsTable } from '../usage/format-usage.js';
import { declareUsageSource, readUsage, type UsageSourceOptions } from '../usage/read-usage.js';
import { endpointsTable } from '../webhooks/format-webhooks.js';
import { endpointsOn } from '../webhooks/open-webhooks.js';
import { writeFileAtomically } from '../write-file-atomically.js';

interface RetireOptions extends UsageSourceOptions {
  readonly quietDays: string;
  readonly explain?: readonly string[];
  readonly dir?: string;
  readonly asOf?: string;
  readonly demo?: boolean;
  readonly consumers?: string;
}

export const retireCommand = defineCommand<RetireOptions>({
  declare: (command) => {
    declareEntry(command.argument('<version>', 'the version to retire'))
      .option('--quiet-days <days>', 'how long the version must have had no calls', '30')
      .option(
        '--explain <consumer=reason>',
        'ignore the calls of this consumer, and record the reason (repeatable)',
        (value: string, before: readonly string[] = []) => [...before, value],
      );
    declareContracts(command);
    command.option(
      '--consumers <folder>',
      'folder of the files that svc uses wrote; refuses while one still uses the version',
    );
    declareUsageSource(command);
    declareAsOf(command);
  },
  examples: [
    {
      line: 'svc retire 1 --quiet-days 30',
      meaning: 'write contracts/retired/1.json if version 1 had no calls for 30 days',
    },
    { line: 'svc retire 1 --consumers contracts/consumers', meaning: 'and only if no file of a consumer uses it' },
    { line: "svc retire 1 --explain 'other=health checks'", meaning: 'ignore calls that are known not to matter' },
  ],
  execute: async ({ io, operands: [version, entry], options }) => {
    const asOf = readAsOf(options.asOf, io.now);
    const quietDays = readQuietDays(options.quietDays);
    const explained = readExplanations(options.explain ?? []);
    const consumers = readConsumers({ consumers: options.consumers }, io.cwd);
    const choice = { entry, demo: options.demo };
    const service = await openService(
      choice,
      { command: 'svc retire', instead: 'svc usage --log shows who still calls a version.' },
      io,
    );
    await refuseProblems(service);
    const apiVersion = readVersion(version!, service);
    const reading = await readUsage(async () => service, options, { version: apiVersion }, io);
    const sunset = sunsetOf(apiVersion, service.table.routes);
    const question = { apiVersion, asOf, quietDays, sunset, explained, retiredBy: await askingPerson(io) };
    const answer = judgeRetirement(question, reading);
    const { definition } = service;
    const endpoints = await endpointsOn(apiVersion, { definition, config: options.config, io });
    const registry = consumers?.(definition.consumers ?? {}, titleOf(definition)).registry ?? null;
    const users = registry ? usersText(registry, apiVersion) : null;
    if (answer.kind !== 'quiet' || endpoints.length > 0 || users) {
      const isQuiet = answer.kind === 'quiet';
      const unknown = registry && answer.kind === 'needed' ? strangersText(answer.remaining, registry) : null;
      const refusals = [
        ...(isQuiet ? [] : [refusalText(answer, apiVersion, quietDays, io)]),
        ...(unknown ? [unknown] : []),
        ...(endpoints.length === 0 ? [] : [endpointsText(endpoints, apiVersion, io)]),
        ...(users
          ? [
              isQuiet
                ? `Version ${apiVersion} had no calls for ${countOf(quietDays, 'day')}, and ${users}`
                : `Version ${apiVersion} ${users}`,
            ]
          : []),
      ];
      io.stdout.write(refusals.join('\n'));
      return 1;
    }
    const file = join(await contractsFolder(options.dir, choice, io), evidenceName(apiVersion));
    writeFileAtomically(resolve(io.cwd, file), writeEvidence(answer.evidence), file);
    const leftovers = listLeftovers(apiVersion, service.table, service.definition.versioning || undefined, (id) =>
      findSchema(id, service, io.cwd),
    );
    io.stdout.write(
      `Version ${apiVersion} had no calls for ${countOf(quietDays, 'day')}${exceptionText(answer.evidence.explained)}. Wrote ${file}.\n${waitText(sunset, asOf)}\n${deletionText(apiVersion, leftovers)}`,
    );
    return 0;
  },
});

function exceptionText(explained: Evidence['explained']): string {
  const names = explained.map(({ consumer }) => escapeTerminal(consumer));
  return names.length === 0 ? '' : `, except explained calls by ${joinWords(names, 'and')}`;
}

function readQuietDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days > 0) return days;
  throw usageError(`--quiet-days ${JSON.stringify(text)} is not a number of days. Use one such as 30.`);
}

function readExplanations(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const [, consumer, reason] = /^(.*?)=(.*\S.*)$/s.exec(text) ?? [];
      if (consumer && reason) return [consumer, reason.trim()];
      throw usageError(
        `--explain ${JSON.stringify(text)} has no reason. Use consumer=reason, such as --explain 'other=health checks'.`,
      );
    }),
  );
}

function readVersion(version: string, { table }: OpenedService): string {
  const versions = versionsOf(table.routes);
  if (!versions.includes(version)) throw usageError(unknownVersion(version, versions));
  if (versions.length === 1) throw usageError(`Version ${version} is the only one. Add its successor first.`);
  return version;
}

/** The author that git would name, else the user of the machine. */
async function askingPerson({ cwd, env }: Io): Promise<string> {
  const { code, stdout } = await runGit(cwd, ['var', 'GIT_AUTHOR_IDENT']);
  const author = /^(.*>)/.exec(stdout)?.[1];
  return code === 0 && author ? author : (env.USER ?? env.USERNAME ?? 'unknown');
}

function refusalText(
  answer: Exclude<RetirementAnswer, { readonly kind: 'quiet' }>,
  version: string,
  quietDays: number,
  io: Io,
): string {
  switch (answer.kind) {
    case 'needed':
      return neededText(answer.remaining, version, quietDays, io);
    case 'unknown':
      return answer.since === null
        ? `No calls have been counted, so there is no evidence that version ${version} is unused. Turn on the option usage, and wait ${countOf(quietDays, 'day')}.\n`
        : `Calls have been counted only since ${isoDay(new Date(answer.since))}, which is less than ${countOf(quietDays, 'day')}. Wait, or use fewer --quiet-days.\n`;
    case 'unexplained':
      return `--explain: ${escapeTerminal(unknownName('consumer', answer.consumer, answer.known, `Version ${version} has no calls.`))}\n`;
  }
}

function neededText(remaining: readonly UsageCount[], version: string, quietDays: number, io: Io): string {
  const named = remaining.filter(({ kind }) => kind !== 'other');
  const consumers = new Set(named.map(({ kind, consumer }) => `${kind} ${consumer}`)).size;
  const hasOthers = named.length < remaining.length;
  const recent = `within the last ${countOf(quietDays, 'day')} by ${countOf(consumers, 'consumer')}`;
  const callers = [consumers > 0 ? recent : '', hasOthers ? 'by consumers beyond the limit' : ''];
  const heading = `Version ${version} was called ${callers.filter((one) => one !== '').join(', and ')}`;
  const other = hasOthers
    ? "Calls beyond the limit block retirement whatever their age, because their consumers are unknown. If you know them, add --explain 'other=reason'.\n"
    : '';
  return `${heading}:\n\n${countsTable(remaining, io)}\n${other}Help them move, or add --explain consumer=reason for calls that do not matter.\n`;
}

/** Who still uses a version by what the files of consumers say, as the end of a sentence; null for nobody. */
function usersText(registry: Registry, version: string): string | null {
  const users = usersOf(registry, { version });
  if (users.length === 0) return null;
  const files = filesOfUsers(registry, version).map(escapeTerminal);
  return `is still used by ${escapeTerminal(joinWords(users, 'and'))}.\nHelp them move, then write ${joinWords(files, 'and')} again with svc uses, or delete the files of what is no longer in use.\n`;
}

/** The callers whom no file of a consumer names; null where each is named. */
function strangersText(remaining: readonly UsageCount[], { files }: Registry): string | null {
  const known = new Set(files.map(({ uses }) => uses.consumer));
  const names = remaining.filter(({ kind, consumer }) => kind !== 'other' && !known.has(consumer));
  const strangers = [...new Set(names.map(({ consumer }) => escapeTerminal(consumer)))];
  return strangers.length === 0
    ? null
    : `No file of a consumer names ${joinWords(strangers, 'and')}. Ask for what svc uses writes in ${strangers.length === 1 ? 'its' : 'their'} code.\n`;
}

const endpointsText = (endpoints: readonly StoredEndpoint[], version: string, io: Io) =>
  `${countOf(endpoints.length, 'endpoint')} of webhooks ${endpoints.length === 1 ? 'has' : 'have'} version ${version}:\n\n${endpointsTable(endpoints, io)}\nAsk their owners to change it. What is left when the version goes follows whenVersionGone.\n`;

const waitText = (sunset: string | null, asOf: Date) =>
  sunset === null
    ? 'It has no sunset, and svc gate accepts the removal of a version only after its announced sunset.\n'
    : Date.parse(sunset) > asOf.getTime()
      ? `Its sunset is ${readableDate(sunset)}; svc gate accepts its removal from that day on.\n`
      : '';

function deletionText(version: string, leftovers: readonly Leftover[]): string {
  const width = Math.max(0, ...leftovers.map(({ kind }) => kind.length));
  const lines = leftovers.map(({ kind, name, source }) => {
    const place = source ? `  ${source.file}:${source.line}` : '';
    return `  ${kind.padEnd(width)}  ${escapeTerminal(name)}${place}\n`;
  });
  return [
    'To remove it, commit that file and delete:\n',
    ...lines,
    `  ${'version'.padEnd(width)}  '${version}' in defineVersions, defaultVersion and @Version, and its lock file: svc openapi lock\n`,
  ].join('');
}

/** The line that gives a schema its id. */
function findSchema(id: string, { inputs }: OpenedService, cwd: string): Source | null {
  const written = new RegExp(String.raw`\bid:\s*(['"\x60])${id.replaceAll(/[^\w]/g, String.raw`\$&`)}\1`);
  for (const file of inputs) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => written.test(text));
    if (line >= 0) return { file: relative(cwd, file), line: line + 1 };
  }
  return null;
}
