import { relative } from 'node:path';
import type { NextModule } from '../../release/add-changes.js';
import { OtherLayout } from '../../release/find-layout.js';
import { escapeTerminal, quoteShell } from '../../text/escape.js';
import { countOf, joinWords } from '../../text/join-words.js';
import type { Io } from '../io.js';
import { subjectOf } from './draft-changes.js';
import type { JudgedChange } from './judge-changes.js';
import { exampleLines } from './print-examples.js';

/** The drafted changes as data. */
export function draftsJson(version: string, judged: readonly JudgedChange[], written: string | null, io: Io): string {
  const changes = judged.map(({ schema, operation, broken, state, way, ways, reason }) => ({
    schema,
    operation,
    state,
    broken,
    reason,
    ways: ways.map(({ title, code, isComplete, names, constants, examples }) => ({
      title,
      isComplete,
      isTaken: code === way?.code,
      code,
      examples: examples.map(({ direction, from, to, open, refused }) => ({ direction, from, to, open, refused })),
      imports: [
        { from: 'svckit', names },
        ...constants.map(({ file, name }) => ({ from: relative(io.cwd, file), names: [name] })),
      ],
    })),
  }));
  return `${JSON.stringify({ version: 1, base: version, changes, written }, null, 2)}\n`;
}

interface Shown {
  readonly next: NextModule | OtherLayout;
  readonly written: string | null;
  readonly apply: boolean;
  /** Whether a person has seen the drafts, and chosen. */
  readonly isSeen: boolean;
  /** The command with its options, quoted for a shell: `svc change --choose Book=2`. */
  readonly command: string;
}

const states: Readonly<Record<JudgedChange['state'], string>> = {
  certain: 'certain: it keeps the lock and every law',
  chosen: 'chosen',
  open: 'to be checked',
  several: 'to be chosen',
  none: 'to be written',
};

/** The drafted changes for people, and what to do next. */
export function draftsText(version: string, judged: readonly JudgedChange[], shown: Shown, { cwd }: Io): string {
  if (judged.length === 0) return `Nothing breaks version ${version}: there is no change to declare.\n`;
  const blocks = shown.isSeen && shown.written !== null ? [] : judged.map(draftBlock);
  return `${blocks.map((block) => `${block}\n\n`).join('')}${adviceOf(judged, shown, cwd).join('\n')}\n`;
}

/** One drafted change: what breaks, and the way that it takes, or each that it may take. */
export function draftBlock(one: JudgedChange): string {
  const isAsking = one.state === 'open' && one.way?.isComplete === false;
  const head = `${subjectOf(one)} (${isAsking ? 'to be filled in' : states[one.state]})`;
  const broken = one.broken.map((line) => `  ${line}`);
  const reason = one.reason === null ? [] : [`  ${one.reason}`];
  const ways = one.way ? [one.way] : one.ways;
  const written = ways.flatMap((way, index) => [
    '',
    ...(ways.length > 1 ? [`  ${index + 1}. ${way.title}`] : []),
    ...`${way.code},`.split('\n').map((line) => `  ${line}`),
    ...exampleLines(way.examples).map((line) => `  ${line}`),
  ]);
  return [head, ...broken, ...reason, ...written].map((line) => escapeTerminal(line)).join('\n');
}

function adviceOf(
  judged: readonly JudgedChange[],
  { next, written, apply: applied, command }: Shown,
  cwd: string,
): readonly string[] {
  const several = judged.filter(({ state }) => state === 'several').map(subjectOf);
  const taken = judged.filter(({ way }) => way).length;
  const file = next instanceof OtherLayout ? 'the module of next' : relative(cwd, next.file);
  return [
    ...(several.length > 0
      ? [
          `Choose a way for ${joinWords(several)}, such as ${[command, ...several.map((one) => `--choose ${quoteShell(`${one}=1`)}`)].join(' ')}`,
        ]
      : []),
    ...(written === null ? [] : [`Wrote ${countOf(taken, 'change')} to ${written}.`, afterwards(judged)]),
    ...(written === null && !applied && taken > 0
      ? [`${command} --apply writes ${taken === 1 ? 'it' : `these ${taken}`} to ${file}.`]
      : []),
    ...(written === null && applied ? ['Nothing is written.'] : []),
  ];
}

/** What to do with what was written: a certain change is proven, and any other is to be read. */
function afterwards(judged: readonly JudgedChange[]): string {
  const taken = judged.filter(({ way }) => way);
  const open = taken.filter(({ state }) => state !== 'certain');
  if (open.length === 0) return 'svc gate says whether that keeps every promise.';
  const todo = open.some(({ way }) => !way!.isComplete) ? ', fill in what is todo(…)' : '';
  const what = open.length < taken.length ? 'what is not certain' : open.length === 1 ? 'it' : 'them';
  return `Read ${what}${todo}, and run svc laws.`;
}
