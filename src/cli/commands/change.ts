import { dirname, relative } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type FileChange, writeTogether } from '../../edit/write-together.js';
import { type NextModule, openNext } from '../../release/add-changes.js';
import { OtherLayout, orOtherLayout } from '../../release/find-layout.js';
import { quoteShell } from '../../text/escape.js';
import type { JudgedChange } from '../change/judge-changes.js';
import { draftBlock, draftsJson, draftsText } from '../change/print-drafts.js';
import { usageError } from '../command-failure.js';
import { declareContracts } from '../contract-options.js';
import type { Io } from '../io.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import { readSources } from '../sources/read-sources.js';
import { chooseFrom, declareAsOf, declareEntry, readAsOf } from '../shared-options.js';
import { findMergeBase } from '../sources/git.js';
import { readLocks } from '../sources/lock-files.js';
import { baseFolderOf } from '../sources/locks-in-git.js';
import { contractsFolder, findService, type ServiceChoice } from '../sources/open-service.js';
import { showProgress } from '../terminal/show-progress.js';

interface ChangeOptions {
  readonly base?: string;
  readonly choose?: ReadonlyMap<string, number>;
  readonly apply?: boolean;
  readonly check?: boolean;
  readonly dir?: string;
  readonly asOf?: string;
  readonly demo?: boolean;
  readonly format: 'pretty' | 'json';
}

export const changeCommand = defineCommand<ChangeOptions>({
  declare: (command: Command) => {
    declareEntry(command);
    declareContracts(command)
      .option('--base <ref>', 'compare with the lock files of this branch or commit, instead of those that are written')
      .option('--choose <schema=number>', 'take this way for a schema that has several (repeatable)', readChoice)
      .option('--apply', 'write the changes into the module of next')
      .option('--check', 'write nothing, and exit with 1 where a difference has no change')
      .addOption(chooseFrom('--format <format>', 'output format', ['pretty', 'json']).default('pretty'));
    declareAsOf(command);
  },
  examples: [
    { line: 'svc change', meaning: 'draft a change for everything that breaks the newest released version' },
    { line: 'svc change --apply', meaning: 'write what is certain, and what only has to be filled in' },
    { line: 'svc change --choose Book=2 --apply', meaning: 'take the second way for Book' },
    { line: 'svc change --check', meaning: 'exit with 1 where a difference has no change' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    if (options.apply && options.check)
      throw usageError('--check writes nothing, so it cannot stand beside --apply. Leave one out.');
    const choice = { entry, demo: options.demo };
    const folder = dirname(await findService(choice, io));
    const asOf = readAsOf(options.asOf, io.now).toISOString();
    const progress = showProgress(io.stderr);
    progress.show(0, 1, 'reads the service');
    const promised = readPromises(choice, options, io);
    const details = promised.then((known) => ({ ...known, asOf, choose: [...(options.choose ?? [])] }));
    const { version, inputs, taken, changes, locals } = await askService('draft', choice, details, io);
    progress.clear();
    const next = orOtherLayout(() => openNext(readSources(inputs), new Map(locals)));
    const tried = changes.map(({ taken: index, ...one }): JudgedChange => ({ ...one, way: one.ways[index] ?? null }));
    const isRefused = options.apply === true && next instanceof OtherLayout;
    const answers = asks(options, io) && !isRefused && tried.length > 0;
    const judged = answers ? await ask(tried, taken, io.terminal!) : tried;
    if (!judged) return 1;
    const written = options.apply ? apply(judged, next, folder, io) : null;
    io.stdout.write(
      options.format === 'json'
        ? draftsJson(version, judged, written, io)
        : draftsText(
            version,
            judged,
            {
              next,
              written,
              apply: options.apply ?? false,
              isSeen: answers,
              command: commandOf(entry, written === null ? options : { ...options, choose: new Map() }),
            },
            io,
          ),
    );
    return options.check && judged.length > 0 ? 1 : 0;
  },
});

/** The command as it was written, but for what it does in the end. */
function commandOf(entry: string | undefined, { base, dir, demo, asOf, choose = new Map() }: ChangeOptions): string {
  const values: readonly (readonly [string, string | undefined])[] = [
    ['--dir', dir],
    ['--base', base],
    ['--as-of', asOf],
    ...[...choose].map(([schema, number]) => ['--choose', `${schema}=${number}`] as const),
  ];
  return [
    'svc change',
    ...(entry === undefined ? [] : [quoteShell(entry)]),
    ...(demo ? ['--demo'] : []),
    ...values.flatMap(([option, value]) => (value === undefined ? [] : [`${option} ${quoteShell(value)}`])),
  ].join(' ');
}

/** Whether a person can answer, and has not already. */
const asks = ({ choose, check, format }: ChangeOptions, io: Io): boolean =>
  io.terminal !== null && !choose && !check && format === 'pretty' && ['', 'false', undefined].includes(io.env['CI']);

async function ask(judged: readonly JudgedChange[], taken: readonly string[], terminal: NonNullable<Io['terminal']>) {
  const { askForWays } = await import('../change/ask-for-ways.js');
  return askForWays(judged, taken, draftBlock, terminal);
}

function readChoice(text: string, chosen: ReadonlyMap<string, number> = new Map()): ReadonlyMap<string, number> {
  const [, schema, number] = /^(.+)=([1-9]\d*)$/.exec(text) ?? [];
  if (schema === undefined) throw new InvalidArgumentError('Write the schema and the number of the way: Book=2.');
  return new Map([...chosen, [schema, Number(number)]]);
}

/** What the versions promised, and where that is written. */
async function readPromises(choice: ServiceChoice, { dir: given, base }: ChangeOptions, io: Io) {
  const dir = await contractsFolder(given, choice, io);
  const locks =
    base === undefined
      ? readLocks(dir, io.cwd)
      : (await baseFolderOf(await findMergeBase(base, io.cwd, dir), dir, io.cwd)).locks;
  return { locks, place: { dir, base: base ?? null } };
}

/** Writes every way that is taken; null where there is none. */
function apply(judged: readonly JudgedChange[], next: NextModule | OtherLayout, folder: string, io: Io): string | null {
  const ways = judged.flatMap(({ way }) => way ?? []);
  if (ways.length === 0) return null;
  if (next instanceof OtherLayout)
    throw usageError(
      `svc change --apply cannot edit these files: ${next.message.replaceAll(`${io.cwd}/`, '')} It edits the layout of docs/versions-as-changes.md: defineVersions([…], { next }), with next imported from a file such as versions/next.ts. Nothing is written: svc change prints the lines to add.`,
    );
  const change: FileChange = { file: next.file, before: next.text, after: next.add(ways) };
  writeTogether(folder, [change]);
  return relative(io.cwd, next.file);
}
