import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { orFail } from '../service-commands/or-fail.js';
import { selfTestFormats } from '../service-commands/self-test-formats.js';
import { withOwnService } from '../service-commands/with-own-service.js';
import { chooseFrom } from '../shared-options.js';

interface SelfTestOptions {
  readonly url?: string;
  readonly format: keyof typeof selfTestFormats;
}

export const selfTestCommand = defineCommand<SelfTestOptions>({
  declare: (command) => {
    command
      .option(
        '--url <address>',
        'a bundled service that runs; by default one is started for the test, with nothing configured',
      )
      .addOption(
        chooseFrom('--format <format>', 'how to print the checks', Object.keys(selfTestFormats)).default('table'),
      );
  },
  examples: [
    { line: 'svc self-test', meaning: 'retries, refusals and time-outs, on a service of its own' },
    { line: 'svc self-test --url http://127.0.0.1:3000', meaning: 'on one that runs' },
  ],
  execute: async ({ io, options: { url, format } }) => {
    const given = url === undefined ? null : readOrigin(url);
    const { selfTest } = await import('../../../service/src/flaky/self-test.js');
    const tryOut = async (address: string) => ({ address, report: await orFail(selfTest(address), io) });
    const outcome = given === null ? await withOwnService(io, tryOut) : await tryOut(given);
    if ('exitCode' in outcome) return outcome.exitCode;
    io.stdout.write(selfTestFormats[format](outcome.report, outcome.address, io));
    return outcome.report.ok ? 0 : 1;
  },
});

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/') return url.origin;
  throw usageError(
    `--url ${JSON.stringify(text)} is not the address of a service. Write it without a path, such as --url http://127.0.0.1:3000.`,
  );
}
