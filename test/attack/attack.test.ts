import { expect, it } from 'vitest';
import { attack, type AttackIo } from './attack.js';
import { runScenario } from './run-scenario.js';
import { formats, type Row, summarise } from './report/table.js';
import { type Outcome, type Scenario, Skipped } from './scenario.js';

const surroundings = {
  repository: '/',
  env: {},
  bundle: async (path: string) => path,
  interrupted: new AbortController().signal,
};

async function run(...argv: string[]) {
  const output = { stdout: '', stderr: '' };
  const write = (name: keyof typeof output) => ({ write: (text: string) => (output[name] += text) });
  const io: AttackIo = { ...surroundings, stdout: write('stdout'), stderr: write('stderr') };
  return { code: await attack(argv, io), ...output };
}

const figures = { requests: 1_200, lost: 0, twice: 0, undeclared: 0, peakMegabytes: 181.4, recoverySeconds: 0.42 };
const scenario = (work: () => Promise<Outcome>): Scenario => ({ name: 'example', summary: 'An example.', run: work });
const runOne = (work: () => Promise<Outcome>) =>
  runScenario(scenario(work), { ...surroundings, seed: 1, scale: 'short', progress: () => {} });

it('the options of the suite are checked before anything starts', async () => {
  expect(await run('--only', 'kill-sqlit')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown scenario "kill-sqlit". Did you mean "kill-sqlite"?'),
  });
  expect(await run('--seed', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('whole number') });
  expect(await run('--format', 'xml')).toMatchObject({ code: 2, stderr: expect.stringContaining('Available: plain') });
  expect(await run('--long')).toMatchObject({ code: 2, stderr: expect.stringContaining('--help') });
  expect(await run('--list')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^kill-sqlite +Kills/) });
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--short') });
});

it('a scenario fails when a promise does not hold or it throws, and is skipped only when it says why', async () => {
  const outcome: Outcome = { figures, note: 'done', broken: [] };
  expect(await runOne(async () => outcome)).toMatchObject({ verdict: 'held', figures });
  expect(await runOne(async () => ({ ...outcome, broken: ['2 writes are gone'] }))).toMatchObject({
    verdict: 'failed',
  });
  expect(await runOne(() => Promise.reject(new Error('broke')))).toMatchObject({
    verdict: 'failed',
    broken: [expect.stringContaining('broke')],
  });
  expect(await runOne(() => Promise.reject(new Skipped('strace is missing')))).toMatchObject({
    verdict: 'skipped',
    note: 'strace is missing',
  });
});

const rows: readonly Row[] = [
  { name: 'kill', verdict: 'held', seconds: 2, note: '12 kills', broken: [], figures },
  {
    name: 'fuzz',
    verdict: 'failed',
    seconds: 3,
    note: 'a | b',
    broken: ['an answer was 500'],
    figures: { ...figures, undeclared: 1, peakMegabytes: null, recoverySeconds: null },
  },
  { name: 'power', verdict: 'skipped', seconds: 0, note: 'strace is missing', broken: [] },
];
const summary = summarise(rows, { scale: 'short', seed: 1, seconds: 5 });

it('the table is text', () => {
  expect(formats.plain(rows, summary)).toMatchInlineSnapshot(`
    "
    Scenario  Verdict  Requests  Lost  Twice  Undeclared ≥ 500  Peak MB  Recovery s  What was done
    kill      held        1,200     0      0                 0      181         0.4  12 kills
    fuzz      failed      1,200     0      0                 1        –           –  a | b
    power     skipped         –     –      –                 –        –           –  strace is missing

    fuzz: an answer was 500

    1 held, 1 failed, 1 skipped; 2,400 requests in 5.0 s (short form, seed 1).
    "
  `);
});

it('the table is Markdown, and JSON', () => {
  expect(formats.markdown(rows, summary)).toMatchInlineSnapshot(`
    "| Scenario | Verdict | Requests | Lost | Twice | Undeclared ≥ 500 | Peak MB | Recovery s | What was done |
    | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
    | kill | held | 1,200 | 0 | 0 | 0 | 181 | 0.4 | 12 kills |
    | fuzz | failed | 1,200 | 0 | 0 | 1 | – | – | a \\| b |
    | power | skipped | – | – | – | – | – | – | strace is missing |

    1 held, 1 failed, 1 skipped; 2,400 requests in 5.0 s (short form, seed 1).
    "
  `);
  expect(JSON.parse(formats.json(rows, summary))).toMatchObject({
    scenarios: [{ name: 'kill' }, { name: 'fuzz' }, { name: 'power' }],
    summary: { held: 1, failed: 1, skipped: 1, requests: 2_400 },
  });
});
