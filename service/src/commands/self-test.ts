import { writeJson } from '../../../src/json/json.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommanderError, Option } from 'commander';
import { type App, type CommandEnvironment, createApp } from 'svckit';
import { selfTest, type SelfTestReport } from '../flaky/self-test.js';
import { prepareService } from '../prepare-service.js';
import { describeCommand, orFail, painter, printRows, refuseUsage, write } from './service-command.js';

type SelfTestFormat = (report: SelfTestReport, address: string, command: Command) => string;

const formats = {
  table: formatTable,
  json: ({ ok, checks }, address) => writeJson({ version: 1, address, ok, checks }),
} satisfies Record<string, SelfTestFormat>;

interface SelfTestOptions {
  readonly url?: string;
  readonly format: keyof typeof formats;
}

/** A process that a signal ends exits with 128 and the signal's number. */
const stopCodes = { SIGINT: 130, SIGTERM: 143, stop: 0 } as const;

export function selfTestCommand(environment: CommandEnvironment): Command {
  return describeCommand('self-test', {
    summary: 'test retries and timeouts',
    examples: [
      ['svc self-test', 'retries, refusals and timeouts, on a service of its own'],
      ['svc self-test --url http://127.0.0.1:3000', 'on a running service'],
    ],
  })
    .option('--url <address>', 'a running service; by default the test starts one with nothing configured')
    .addOption(new Option('--format <format>', 'output format').choices(Object.keys(formats)).default('table'))
    .action(async ({ url, format }: SelfTestOptions, command: Command) => {
      const test = async (address: string) => {
        const report = await orFail(command, selfTest(address), environment);
        write(command, formats[format](report, address, command));
        return report.ok ? 0 : 1;
      };
      const exitCode = await (url === undefined ? withOwnService(environment, test) : test(readOrigin(url, command)));
      if (exitCode !== 0) throw new CommanderError(exitCode, 'self-test', 'The self-test did not pass.');
    });
}

/**
 * Works with this service with nothing configured, on a free port and a data folder that is removed in the end, after a signal too.
 * Answers the exit code.
 */
async function withOwnService(
  { untilStopped }: CommandEnvironment,
  work: (url: string) => Promise<number>,
): Promise<number> {
  const interrupted = untilStopped().then((request) => stopCodes[request]);
  const folder = await mkdtemp(join(tmpdir(), 'svc-self-test-'));
  const starting = startIn(folder);
  try {
    return await Promise.race([starting.then(({ url }) => work(url)), interrupted]);
  } finally {
    await starting.then(
      ({ app }) => app.close(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  }
}

async function startIn(folder: string): Promise<{ readonly app: App; readonly url: string }> {
  const { default: service } = await import('../service.js');
  const env = { DATA_DIR: folder, LOG_LEVEL: 'error' };
  const { logger, providers } = await prepareService({ env, cwd: folder, configFile: null, workers: 1 });
  const { root, prepare: _prepare, ...options } = service;
  const app = await createApp(root, { ...options, logger, providers });
  return { app, url: await app.listen(0, '127.0.0.1') };
}

function readOrigin(text: string, command: Command): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/') return url.origin;
  return refuseUsage(
    command,
    `--url ${JSON.stringify(text)} is not the address of a service. Write it without a path, such as --url http://127.0.0.1:3000.`,
  );
}

function formatTable({ checks }: SelfTestReport, address: string, command: Command): string {
  const paint = painter(command);
  const rows = checks.map(({ name, ok, expected, actual, attempts, ms }) => [
    ok ? 'passed' : 'failed',
    `GET /api/upstream/${name}`,
    expected,
    actual,
    String(attempts),
    String(ms),
  ]);
  const failed = checks.filter(({ ok }) => !ok).length;
  const verdict = failed === 0 ? `All ${checks.length} checks passed` : `${failed} of ${checks.length} checks failed`;
  const table = printRows([['', 'REQUEST', 'EXPECTED', 'ACTUAL', 'ATTEMPTS', 'MS'], ...rows], (text, row, column) => {
    if (row === 0) return paint('bold', text);
    return column === 0 ? paint(text === 'passed' ? 'green' : 'red', text) : text;
  });
  return `${table}\n${verdict}, at ${address}\n`;
}
