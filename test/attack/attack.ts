import { parseArgs } from 'node:util';
import { unknownName } from '../../src/text/nearest-name.js';
import { Progress } from './report/progress.js';
import { formats, type Row, summarise } from './report/table.js';
import { runScenario, type Surroundings } from './run-scenario.js';
import type { Scale, Scenario } from './scenario.js';
import { scenarios } from './scenarios.js';

/** What the suite gets from the process that runs it. */
export interface AttackIo extends Surroundings {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

const help = `Attacks the bundled service on this machine, and prints what it measured. Everything listens on 127.0.0.1.

  npm run test:attack                            every scenario in its long form
  npm run test:attack -- --short                 every scenario in its short form, as in .ci/run
  npm run test:attack -- --only kill-sqlite,fuzz-postgres
  npm run test:attack -- --list                  the scenarios, and what each of them does
  npm run test:attack -- --seed 7                other requests and other moments; the default is 1
  npm run test:attack -- --format markdown       also json and plain

Scenarios on PostgreSQL need TEST_DATABASE_URL. What this machine cannot do is reported as skipped, with its reason.
The exit code is 1 when a promise did not hold, and 2 when the options are wrong.
`;

/** How many scenarios run at a time: the short form mostly waits, the long one gives figures. */
const lanes: Readonly<Record<Scale, number>> = { short: 2, long: 1 };

/** Runs the scenarios that the options name, and prints their table; resolves to the exit code. */
export async function attack(argv: readonly string[], io: AttackIo): Promise<number> {
  const options = readOptions(argv);
  if ('problem' in options) {
    io.stderr.write(`${options.problem}\n`);
    return 2;
  }
  if (options.help || options.list) {
    io.stdout.write(options.help ? help : listOf(scenarios));
    return 0;
  }
  const start = performance.now();
  const progress = new Progress(io.stderr, options.chosen.length);
  const found = new Map<Scenario, Row>();
  const run = async (waiting: Scenario[]) => {
    for (let scenario = waiting.shift(); scenario && !io.interrupted.aborted; scenario = waiting.shift()) {
      const show = progress.begin(scenario.name);
      const row = await runScenario(scenario, { ...options, ...io, progress: show });
      progress.end(row);
      found.set(scenario, row);
    }
  };
  const others = options.chosen.filter(({ comparesTimes }) => !comparesTimes);
  await Promise.all(Array.from({ length: lanes[options.scale] }, () => run(others)));
  await run(options.chosen.filter(({ comparesTimes }) => comparesTimes));
  const rows = options.chosen.flatMap((scenario) => found.get(scenario) ?? []);
  const seconds = (performance.now() - start) / 1_000;
  io.stdout.write(formats[options.format](rows, summarise(rows, { ...options, seconds })));
  return rows.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

interface Options {
  readonly help: boolean;
  readonly list: boolean;
  readonly scale: Scale;
  readonly seed: number;
  readonly format: keyof typeof formats;
  readonly chosen: readonly Scenario[];
}

function readOptions(argv: readonly string[]): Options | { readonly problem: string } {
  const given = parse(argv);
  if ('problem' in given) return given;
  const { short, only, list, seed, format, help } = given;
  const names = only?.split(',') ?? scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
  const all = scenarios.map(({ name }) => name);
  if (unknown !== undefined)
    return { problem: unknownName('scenario', unknown, all, 'npm run test:attack -- --list shows them.') };
  if (!/^\d{1,9}$/.test(seed)) return { problem: `--seed is "${seed}", but must be a whole number such as 7.` };
  if (!isFormat(format)) return { problem: unknownName('format', format, Object.keys(formats)) };
  const chosen = scenarios.filter(({ name }) => names.includes(name));
  return { help, list, scale: short ? 'short' : 'long', seed: Number(seed), format, chosen };
}

function parse(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        list: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        format: { type: 'string', default: 'plain' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return { problem: `${(error as Error).message} See npm run test:attack -- --help.` };
  }
}

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name);

function listOf(all: readonly Scenario[]): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join('');
}
