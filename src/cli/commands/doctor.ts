import { writeJson } from '../../json/json.js';
import { countOf } from '../../text/join-words.js';
import {
  examineCopy,
  examineDecorators,
  examineNode,
  examinePeers,
  examineTsconfig,
  examineTypescript,
  type Finding,
  ok,
  warning,
  wrong,
} from '../doctor/examinations.js';
import { explainError } from '../explain-error.js';
import type { Io } from '../io.js';
import { defineCommand } from '../program/define-command.js';
import { type ApiOptions, chooseFrom, chosenApi, declareApi } from '../shared-options.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { coloursFor, warningColour } from '../terminal/colours.js';

interface DoctorOptions extends ApiOptions {
  readonly format: keyof typeof doctorFormats;
}

export const doctorCommand = defineCommand<DoctorOptions>({
  declare: (command) => {
    declareApi(command).addOption(
      chooseFrom('--format <format>', 'output format', Object.keys(doctorFormats)).default('pretty'),
    );
  },
  examples: [
    { line: 'svc doctor', meaning: 'why svc does not work here, one line each with the fix' },
    { line: 'svc doctor --format json', meaning: 'for a report of a bug' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const choice = chosenApi(entry, options);
    const checks: readonly Check[] = [
      ['node', [examineNode(process.versions.node)]],
      ['svckit', [examineCopy(io.cwd)]],
      ['typescript', [examineTypescript(io.cwd)]],
      ['tsconfig', [examineTsconfig(io.cwd)]],
      ['decorators', [examineDecorators(io.cwd)]],
      ['peers', examinePeers(io.cwd)],
      ...(await examineApi(choice, io)),
    ];
    io.stdout.write(doctorFormats[options.format](checks, io));
    return checks.some(([, findings]) => findings.some(({ state }) => state === 'error')) ? 1 : 0;
  },
});

type Check = readonly [name: string, findings: readonly Finding[]];

/** The configuration, and the lock files where it can be loaded. */
async function examineApi(choice: ServiceChoice, io: Io): Promise<readonly Check[]> {
  try {
    const { openApi } = await import('../sources/open-api.js');
    const { title, routes, check } = await openApi(choice, io);
    const [problem, ...others] = (await check(io.now())).filter(({ severity }) => severity === 'error');
    const more = others.length === 0 ? '' : ` (and ${countOf(others.length, 'other problem')})`;
    const config = problem
      ? wrong(`${problem.message}${more}`, problem.fix)
      : ok(`${title}, ${countOf(routes.length, 'route')}`);
    return [
      ['config', [config]],
      [
        'locks',
        [
          problem
            ? warning('not compared, because the configuration has problems.', 'Run svc doctor again.')
            : await examineLocks(choice, io),
        ],
      ],
    ];
  } catch (error) {
    const [message = '', ...rest] = explainError(error, { env: {} }).split('\n');
    return [['config', [wrong(message, rest.join(' ') || 'Correct it, or name another file.')]]];
  }
}

async function examineLocks(choice: ServiceChoice, io: Io): Promise<Finding> {
  const { openapiLockCommand } = await import('./openapi-lock.js');
  const silent = { ...io.stdout, write: () => {} };
  try {
    const code = await openapiLockCommand.execute({
      io: { ...io, stdout: silent, stderr: silent },
      operands: [choice.entry],
      options: { ...choice, check: true, format: 'json' } as never,
      typed: [],
    });
    if (code === 0) return ok('up to date');
    return warning(
      'The lock files are not up to date.',
      'svc openapi lock --check shows the differences, svc openapi lock writes them.',
    );
  } catch (error) {
    const [message = ''] = explainError(error, { env: {} }).split('\n');
    return warning(message, 'svc openapi lock writes them.');
  }
}

/** The formats of `svc doctor`. */
const doctorFormats = {
  pretty: (checks, { stdout, env }) => {
    const colours = coloursFor(stdout, env);
    const { bold, red, green } = colours;
    const signs = { ok: green('ok'), warning: warningColour(colours)('warning'), error: red('error') };
    const lines = checks.flatMap(([name, findings]) =>
      findings.map(
        ({ state, message, fix }) =>
          `${bold(name.padEnd(11))} ${signs[state]}${' '.repeat(9 - state.length)}${message}${fix === null ? '' : `  ${fix}`}\n`,
      ),
    );
    return lines.join('');
  },
  json: (checks) =>
    writeJson({
      version: 1,
      checks: checks.flatMap(([check, findings]) => findings.map((finding) => ({ check, ...finding }))),
    }),
} satisfies Record<string, (checks: readonly Check[], io: Pick<Io, 'stdout' | 'env'>) => string>;
