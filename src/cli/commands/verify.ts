import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listAt } from '../../json/json.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { OperationChoice } from '../../contract/verify/choose-operations.js';
import type { PromisedApi, PromiseFacts } from '../../contract/verify/promised-api.js';
import { isoDay } from '../../text/date.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { declareContracts } from '../contract/contract-options.js';
import { readLocks } from '../contract/read-locks.js';
import type { Io } from '../io.js';
import { contractsFolder, type ServiceChoice } from '../open-service.js';
import { unknownApiVersion, unknownTag } from '../operation-filters.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import { type ApiOptions, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { printTable } from '../terminal/print-table.js';
import { showProgress } from '../terminal/show-progress.js';
import { declareSending, rateOf, readAddress, readSentHeaders, type SendingOptions } from '../verify/verify-options.js';

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
      line: "svc verify http://localhost:3000 --operation 'GET /api/users' --seed 7",
      meaning: 'one operation, with other values',
    },
  ],
  execute: async ({ io, operands: [address, entry], options }) => {
    if (options.list) {
      const { verifyRuleList } = await import('../../contract/verify/rules/rules.js');
      io.stdout.write(printTable(verifyRuleList.map(({ id, level, summary }) => [id, level, summary])));
      return 0;
    }
    const url = readAddress(address);
    const asOf = options.asOf === undefined ? null : readAsOf(options.asOf, io.now);
    const given = readSentHeaders(options.header ?? [], io);
    const service = chosenApi(entry, options);
    const recorded = options.har === undefined ? null : await readRecorded(options.har, io);
    const locks = await findLocks(options.dir, service, io);
    const choice: OperationChoice = {
      operations: options.operation,
      tags: options.tag,
      apiVersion: options.apiVersion,
    };
    const base = url.pathname.replace(/\/+$/, '');
    const details = {
      base,
      url: url.href.replace(/\/$/, ''),
      locks: locks.length > 0 ? locks : null,
      seed: options.seed,
      requests: options.requests,
      writes: options.write ?? false,
      choice,
    };
    const verification = await askService('verification', service, details, io);
    const { chooses } = await import('../../contract/verify/choose-operations.js');
    const { plan, links } = verification;
    const api = await openApi(verification.locks, verification.facts, choice);
    const isChosen = chooses(choice);

    const { createSecrets } = await import('../../contract/verify/redact.js');
    const { createSender } = await import('../verify/send-request.js');
    const { Pace } = await import('../verify/pace.js');
    const { runCases } = await import('../verify/run-cases.js');
    const { replayHar } = await import('../verify/replay-har.js');
    const { sumUp } = await import('../verify/sum-up.js');
    const { verifyReport } = await import('../../contract/verify/verify-report.js');
    const headers = { ...verification.headers, ...given };
    const secrets = createSecrets(api);
    for (const [name, value] of Object.entries(headers)) if (secrets.isSecret(name)) secrets.remember(name, value);
    const progress = showProgress(io.stderr);
    const stopping = createStop(options.timeLimit, io);
    const sender = createSender(url, { connections, timeoutMs });
    const run = {
      api,
      headers,
      isCredential: secrets.isSecret,
      sender,
      pace: new Pace(rateOf(options.rate, url)),
      asOf,
      signal: stopping.signal,
      origin: url.origin,
    };
    const sent = recorded
      ? replayHar(recorded, {
          ...run,
          writes: options.write ?? false,
          onProgress: (done, name) => progress.show(done, recorded.length, name),
        })
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
    if (!recorded) for (const { operation, why } of plan.unplanned) outcome.coverage.explain(operation, why);
    const repeat = [
      'svc verify',
      url.href.replace(/\/$/, ''),
      entry ?? '',
      options.demo ? '--demo' : '',
      options.write ? '--write' : '',
      `--requests ${options.requests}`,
      `--seed ${options.seed}`,
    ]
      .filter((word) => word !== '')
      .join(' ');
    const report = verifyReport({
      url: url.href.replace(/\/$/, ''),
      asOf: isoDay(asOf ?? io.now()),
      failOn: options.failOn,
      seed: options.seed,
      requests: outcome.requests,
      findings: sumUp(outcome.sightings, api, { origin: url.origin, secrets, repeat }),
      coverage: outcome.coverage.list(isChosen).filter(({ statuses }) => !recorded || Object.keys(statuses).length > 0),
      showsCoverage: options.coverage ?? false,
      notes: [
        ...outcome.notes,
        ...(outcome.left === 0
          ? []
          : [
              `${outcome.left} of ${plan.cases.length} requests were not sent: the time was up, or the run was stopped.`,
            ]),
      ],
    });
    return printReport(report, options.format, io);
  },
});

async function readRecorded(file: string, { cwd }: Io) {
  const { HarError, readHar } = await import('../../contract/verify/har/read-har.js');
  try {
    return readHar(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw usageError(
      `--har ${file} cannot be read: ${error instanceof HarError ? error.message : (error as Error).message}`,
    );
  }
}

/** The locks of the service that is named: in the folder that is named, else beside its export file. */
async function findLocks(dir: string | undefined, service: ServiceChoice, io: Io): Promise<readonly ContractLock[]> {
  if (dir === undefined && (service.demo || service.document)) return [];
  const beside = service.entry === undefined ? undefined : join(dirname(service.entry), 'contracts');
  const folder = await contractsFolder(dir ?? beside, service, io);
  const locks = readLocks(folder, io.cwd);
  if (dir !== undefined && locks.length === 0)
    throw usageError(`${dir} has no lock files. Write them with svc openapi lock, or omit --dir.`);
  return locks;
}

async function openApi(
  locks: readonly ContractLock[],
  facts: PromiseFacts,
  { operations, tags, apiVersion }: OperationChoice,
): Promise<PromisedApi> {
  const { openPromise } = await import('../../contract/verify/promised-api.js');
  const { isNamed } = await import('../../contract/verify/seeds.js');
  const api = openPromise(locks, facts);
  const versions = api.versions.flatMap(({ version }) => version ?? []);
  if (apiVersion !== undefined && !versions.includes(apiVersion)) throw unknownApiVersion(apiVersion, versions);
  for (const name of operations ?? [])
    if (!api.operations.some((one) => isNamed(one, name)))
      throw usageError(
        `--operation: ${unknownName('operation', name, [...new Set(api.operations.flatMap((one) => [one.operationId ?? one.name, one.name]))])}`,
      );
  const known = [...new Set(api.operations.flatMap(({ node }) => listAt(node['tags']).map(String)))];
  for (const tag of tags ?? []) if (!known.includes(tag)) throw unknownTag(tag, known);
  return api;
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
