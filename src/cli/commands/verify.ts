import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoDay } from '../../text/date.js';
import { usageError } from '../command-failure.js';
import { declareContracts } from '../contract-options.js';
import type { Io } from '../io.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { defineCommand } from '../program/define-command.js';
import { mergeHeaders, readSentHeaders } from '../sent-headers.js';
import { type ApiOptions, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { printTable } from '../terminal/print-table.js';
import { showProgress } from '../terminal/show-progress.js';
import {
  declareSending,
  rateOf,
  readAddress,
  readBuilds,
  readThrough,
  type SendingOptions,
} from '../verify/verify-options.js';
import { quoteShell } from '../../text/escape.js';

interface VerifyOptions extends ReportOptions, SendingOptions, ApiOptions {
  readonly dir?: string;
  readonly asOf?: string;
  readonly coverage?: boolean;
  readonly list?: boolean;
}

/** Requests at a time. */
const connections = 8;
const timeoutMs = 10_000;

export const verifyCommand = defineCommand<VerifyOptions>({
  declare: (command) => {
    declareApi(command.argument('[url]', 'address of the running service, such as http://localhost:3000'));
    declareSending(command);
    declareContracts(command);
    declareReport(command);
    declareAsOf(command)
      .option('--coverage', 'show every operation with the statuses that it answered')
      .option('--list', 'list the rules instead of sending anything');
  },
  examples: [
    {
      line: 'svc verify http://localhost:3000',
      meaning: 'try every operation of every version by GET, HEAD and OPTIONS',
    },
    { line: 'svc verify http://localhost:3000 --write --requests 100', meaning: 'on a service that may be changed' },
    {
      line: 'svc verify https://api.example.com --header @headers.txt --rate 10',
      meaning: 'with credentials, ten requests a second',
    },
    {
      line: 'svc verify http://localhost:3000 --har a.har --against http://localhost:3001',
      meaning: 'compare the answers of a new build with those of the old one',
    },
    {
      line: "svc verify http://localhost:3000 --operation 'GET /api/users' --seed 7",
      meaning: 'one operation, with other values',
    },
  ],
  execute: async ({ io, operands: [address, entry], options }) => {
    if (options.list) {
      const { verifyRuleList } = await import('../../verify/rules/rules.js');
      io.stdout.write(printTable(verifyRuleList.map(({ id, level, summary }) => [id, level, summary])));
      return 0;
    }
    const url = readAddress(address);
    const builds = readBuilds(options);
    const through = readThrough(options);
    const asOf = options.asOf === undefined ? null : readAsOf(options.asOf, io.now);
    const given = readSentHeaders(options.header ?? [], io);
    const recorded = options.har === undefined ? null : await readRecorded(options.har, io);
    const { findPromise } = await import('../verify/find-promise.js');
    const { api, plan, links, isChosen, ...promise } = await findPromise(
      chosenApi(entry, options),
      {
        dir: options.dir,
        base: url.pathname.replace(/\/+$/, ''),
        url: addressOf(url),
        seed: options.seed,
        requests: options.requests,
        writes: options.write ?? false,
        choice: { operations: options.operation, tags: options.tag, apiVersion: options.apiVersion },
      },
      io,
    );

    const { createSecrets } = await import('../../verify/redact.js');
    const { createSender } = await import('../verify/send-request.js');
    const { Pace } = await import('../verify/pace.js');
    const { runCases } = await import('../verify/run-cases.js');
    const { replayRecorded } = await import('../verify/replay-recorded.js');
    const { sumUp } = await import('../verify/sum-up.js');
    const { verifyReport } = await import('../../verify/verify-report.js');
    const headers = mergeHeaders(promise.headers, given);
    const secrets = createSecrets(api);
    secrets.rememberHeaders(headers);
    for (const [name, value] of promise.secrets) secrets.remember(name, value);
    const progress = showProgress(io.stderr);
    const stopping = createStop(options.timeLimit, io);
    const sender = createSender(url, { connections, timeoutMs });
    const run = {
      api,
      headers,
      secrets,
      sender,
      pace: new Pace(rateOf(options.rate, url)),
      asOf,
      signal: stopping.signal,
      origin: url.origin,
    };
    const sent = recorded
      ? replayRecorded(
          recorded,
          {
            ...run,
            isChosen,
            writes: options.write ?? false,
            onProgress: (done, name) => progress.show(done, recorded.length, name),
          },
          {
            ...builds,
            rate: options.rate,
            connections,
            timeoutMs,
            changes: promise.changes,
            ignore: promise.ignore,
            through,
            choice: chosenApi(entry, options),
          },
          io,
        )
      : runCases({
          ...run,
          cases: plan.cases,
          links,
          connections,
          onProgress: (done, name) => progress.show(done, plan.cases.length, name),
        });
    const outcome = await sent.finally(() => {
      progress.clear();
      stopping.end();
      sender.close();
    });
    if (!recorded) {
      for (const { operation, why } of plan.unplanned) outcome.coverage.explain(operation, why);
      for (const { operation, rules } of plan.untried) outcome.coverage.leaveUntried(operation, rules);
    }
    const report = verifyReport({
      url: addressOf(url),
      against: builds.old && addressOf(builds.old),
      asOf: isoDay(asOf ?? io.now()),
      failOn: options.failOn,
      seed: options.seed,
      requests: outcome.requests,
      findings: sumUp(outcome.sightings, api, {
        origin: url.origin,
        secrets,
        repeat: repeatLine(addressOf(url), entry, options),
      }),
      coverage: outcome.coverage.list(isChosen).filter(({ statuses }) => !recorded || Object.keys(statuses).length > 0),
      showsCoverage: options.coverage ?? false,
      notes: [
        ...promise.notes,
        ...outcome.notes,
        ...(outcome.left === 0
          ? []
          : [
              `${outcome.left} of ${(recorded ?? plan.cases).length} requests were not sent: ${stopping.signal.aborted ? 'the time was up, or the run was stopped' : 'the service stopped answering'}.`,
            ]),
      ],
    });
    return printReport(report, options.format, io);
  },
});

const addressOf = (url: URL) => url.href.replace(/\/$/, '');

/** The command that sends the same requests again. */
function repeatLine(url: string, entry: string | undefined, options: VerifyOptions): string {
  const { demo, document = [], dir, write, har, against, noise, through, requests, seed } = options;
  return [
    'svc verify',
    url,
    ...(entry === undefined ? [] : [quoteShell(entry)]),
    ...(demo ? ['--demo'] : []),
    ...document.map((one) => `--document ${quoteShell(one)}`),
    ...(dir === undefined ? [] : [`--dir ${quoteShell(dir)}`]),
    ...(write ? ['--write'] : []),
    ...(har === undefined
      ? [...(requests === 'auto' ? [] : [`--requests ${requests}`]), `--seed ${seed}`]
      : [`--har ${quoteShell(har)}`]),
    ...(against === undefined ? [] : [`--against ${against}`]),
    ...(noise === undefined ? [] : [`--noise ${noise}`]),
    ...(through === undefined ? [] : [`--through ${quoteShell(through)}`]),
  ].join(' ');
}

async function readRecorded(file: string, { cwd }: Io) {
  const { HarError, readHar } = await import('../../verify/har/read-har.js');
  try {
    return readHar(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw usageError(
      `--har ${file} cannot be read: ${error instanceof HarError ? error.message : (error as Error).message}`,
    );
  }
}

/** Ends a run when its time is up, or when somebody stops it; what was found until then is reported. */
function createStop(timeLimit: number | undefined, { onStop }: Pick<Io, 'onStop'>) {
  const controller = new AbortController();
  const timer = timeLimit === undefined ? undefined : setTimeout(() => controller.abort(), timeLimit);
  const unlisten = onStop(() => controller.abort());
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      unlisten();
    },
  };
}
