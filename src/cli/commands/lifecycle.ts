import { selectDue } from '../../contract/lifecycle/list-lifecycle.js';
import { problemLine } from '../../report/result.js';
import { withUsers } from '../../contract/lifecycle/with-users.js';
import { readConsumers } from '../uses/consumers-option.js';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chooseFrom, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { declareConfig } from '../usage/read-usage.js';
import { noticeRecords, noticesTable, readNotices } from '../usage/undelivered-notices.js';
import type { UndeliveredNotice } from '../../routing/table/lifecycle-store.js';
import { formatIcs } from '../../contract/lifecycle/format-ics.js';
import { formatJson, formatMarkdown } from '../../contract/lifecycle/lifecycle-formats.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import type { Io } from '../io.js';
import { coloursFor, warningColour } from '../terminal/colours.js';
import { fitColumns, shortenEnd, shortenStart } from '../terminal/fit-columns.js';
import { printTable } from '../terminal/print-table.js';

interface LifecycleOptions extends ApiOptions {
  readonly within?: string;
  readonly fail?: boolean;
  readonly format: keyof typeof lifecycleFormats;
  readonly asOf?: string;
  readonly consumers?: string;
  readonly notices?: boolean;
  readonly config?: string;
}

export const lifecycleCommand = defineCommand<LifecycleOptions>({
  declare: (command) => {
    declareApi(command)
      .option('--within <time>', 'only what is overdue or reaches its sunset within this time, such as 30d or 6w')
      .option(
        '--fail',
        'exit 1 if anything is overdue, or within the time of --within, if a date is wrong, or a notice did not arrive',
      )
      .addOption(chooseFrom('--format <format>', 'output format', Object.keys(lifecycleFormats)).default('table'));
    command.option(
      '--consumers <folder>',
      'folder of the files that svc uses wrote; says who still uses what is deprecated',
    );
    command.option('--notices', 'also the notices that did not arrive, from the store of the service');
    declareConfig(command);
    declareAsOf(command);
  },
  examples: [
    { line: 'svc lifecycle', meaning: 'deprecated versions, routes, parameters and properties' },
    { line: 'svc lifecycle --within 30d --fail', meaning: 'for a nightly job: fail 30 days before a sunset' },
    { line: 'svc lifecycle --notices --fail', meaning: 'for a nightly job: fail if a notice did not arrive' },
    { line: 'svc lifecycle --format ics > sunsets.ics', meaning: 'sunset dates for a calendar' },
  ],
  execute: async ({
    io,
    operands: [entry],
    options: { within, fail, format, asOf, consumers, notices, config, ...api },
  }) => {
    if (config !== undefined && !notices) throw usageError('--config belongs to --notices.');
    if (notices && (format === 'ics' || format === 'svg'))
      throw usageError(`--notices has no ${format}. Use table, json or markdown.`);
    const today = isoDay(readAsOf(asOf, io.now));
    const days = within === undefined ? null : readDays(within);
    const registry = readConsumers({ ...(consumers !== undefined && { consumers }) }, io.cwd);
    const answer = await askService(
      'lifecycle',
      chosenApi(entry, api),
      { asOf: today, withLocks: registry !== undefined },
      io,
    );
    const { drawing, faults } = answer;
    const known = registry?.(answer.consumers ?? {}, answer.title).registry;
    const all = known ? withUsers(answer.entries, known, answer.locks) : answer.entries;
    const due = selectDue(all, days);
    for (const fault of faults) io.stderr.write(`${problemLine(fault)}\n`);
    const undelivered = notices ? await readNotices(chosenApi(entry, api), config, io) : null;
    const entries = days === null ? all : due;
    io.stdout.write(lifecycleFormats[format]({ entries, undelivered, drawing, asOf: today }, io));
    return fail && (due.length > 0 || undelivered?.length || faults.some(({ severity }) => severity === 'error'))
      ? 1
      : 0;
  },
});

function readDays(text: string): number {
  const match = /^(\d{1,5})([dw])?$/.exec(text);
  if (!match)
    throw usageError(
      `--within ${JSON.stringify(text)} is not a duration. Use days or weeks, such as --within 30d or --within 6w.`,
    );
  return Number(match[1]) * (match[2] === 'w' ? 7 : 1);
}

interface Listing {
  readonly entries: readonly LifecycleEntry[];
  /** Notices that did not arrive; null where nobody asked for them. */
  readonly undelivered: readonly UndeliveredNotice[] | null;
  /** The timeline as SVG. */
  readonly drawing: string;
  readonly asOf: string;
}

/** The formats of `svc lifecycle`. */
const lifecycleFormats = {
  table: ({ entries, undelivered, asOf }, io) =>
    `${formatTable(entries, asOf, io)}${undelivered ? `\n${noticesTable(undelivered, io)}` : ''}`,
  json: ({ entries, undelivered, asOf }) => formatJson(entries, asOf, undelivered && noticeRecords(undelivered)),
  ics: ({ entries }) => formatIcs(entries),
  markdown: ({ entries, undelivered, asOf }) =>
    formatMarkdown(entries, asOf, undelivered && noticeRecords(undelivered)),
  svg: ({ drawing }) => `${drawing}\n`,
} satisfies Record<string, (listing: Listing, io: Pick<Io, 'stdout' | 'env'>) => string>;

function formatTable(
  entries: readonly LifecycleEntry[],
  asOf: string,
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
): string {
  if (entries.length === 0) return `Nothing is deprecated as of ${asOf}.\n`;
  const colours = coloursFor(stdout, env);
  const paint = {
    overdue: colours.red,
    retired: colours.red,
    leaving: warningColour(colours),
    deprecated: colours.dim,
  };
  const hasBrownouts = entries.some(({ brownouts }) => brownouts.length > 0);
  const hasReleases = entries.some(({ released }) => released !== undefined);
  const hasUsers = entries.some(({ users }) => users !== undefined);
  const columnNames = allColumns.filter(
    (name) =>
      (name !== 'BROWNOUT' || hasBrownouts) && (name !== 'USED BY' || hasUsers) && (name !== 'RELEASED' || hasReleases),
  );
  const rows = entries.map(
    ({
      state,
      daysLeft,
      sunset,
      brownouts,
      released = '',
      since,
      version,
      name,
      link,
      source,
      users = [],
    }): Partial<Record<ColumnName, string>> => ({
      STATE: state,
      'DAYS LEFT': daysLeft === null ? '' : String(daysLeft),
      SUNSET: sunset?.slice(0, 10) ?? '',
      ...(hasBrownouts && { BROWNOUT: nextBrownout(brownouts) }),
      SINCE: since?.slice(0, 10) ?? '',
      ...(hasReleases && { RELEASED: released }),
      VERSION: version ?? '',
      WHAT: name,
      ...(hasUsers && { 'USED BY': users.join(', ') }),
      LINK: link ?? '',
      SOURCE: source ? `${source.file}:${source.line}` : '',
    }),
  );
  const columns = columnNames.map((name) => ({
    name,
    natural: Math.max(name.length, ...rows.map((row) => [...row[name]!].length)),
    ...layout[name],
  }));
  const shown =
    stdout.isTTY && stdout.columns
      ? fitColumns(columns, stdout.columns, 2)
      : columns.map(({ name, natural }) => ({ name, width: natural }));
  const cut = (name: ColumnName, text: string, width: number) =>
    name === 'SOURCE' ? shortenStart(text, width) : shortenEnd(text, width);
  const heading = shown.map(({ name, width }) => [shortenEnd(name, width), colours.bold] as const);
  const cells = rows.map((row, index) =>
    shown.map(({ name, width }) => {
      const text = cut(name, row[name]!, width);
      return name === 'STATE' ? ([text, paint[entries[index]!.state]] as const) : text;
    }),
  );
  return printTable([heading, ...cells]);
}

/** The least width of each column on a terminal, and which one is dropped first. */
const layout = {
  STATE: { least: 10, drop: 0 },
  'DAYS LEFT': { least: 9, drop: 0 },
  SUNSET: { least: 10, drop: 0 },
  BROWNOUT: { least: 10, drop: 0 },
  SINCE: { least: 10, drop: 3 },
  RELEASED: { least: 10, drop: 4 },
  VERSION: { least: 7, drop: 0 },
  WHAT: { least: 24, drop: 0 },
  'USED BY': { least: 12, drop: 0 },
  LINK: { least: 20, drop: 2 },
  SOURCE: { least: 20, drop: 1 },
} as const;
type ColumnName = keyof typeof layout;
const allColumns = Object.keys(layout) as ColumnName[];

/** `2027-02-22` and how many follow: `2027-02-22 +6`. */
const nextBrownout = ([next, ...later]: LifecycleEntry['brownouts']) =>
  next === undefined ? '' : `${next.from.slice(0, 10)}${later.length > 0 ? ` +${later.length}` : ''}`;
