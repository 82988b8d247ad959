import type { UsageCount, UsageReading } from '../../routing/table/usage.js';
import { writeJson } from '../../json/json.js';
import { writeCsv } from '../../text/csv.js';
import { readableTime } from '../../text/date.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { printTable } from '../terminal/print-table.js';

type Output = Pick<Io, 'stdout' | 'env'>;

/** The formats of `svc usage`. */
export const usageFormats = {
  table: formatTable,
  json: ({ since, counts }) =>
    writeJson({ version: 1, since: since === null ? null : iso(since), counts: counts.map(recordOf) }),
  csv: ({ counts }) => {
    const records = counts.map(recordOf);
    return writeCsv([
      columns,
      ...records.map((record) =>
        columns.map((name) => (name === 'members' ? membersText(record.members) : record[name])),
      ),
    ]);
  },
} satisfies Record<string, (reading: UsageReading, output: Output) => string>;

const columns = [
  'version',
  'operation',
  'kind',
  'consumer',
  'day',
  'calls',
  'refused',
  'first',
  'last',
  'members',
] as const;

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const membersText = (members: UsageCount['members']) =>
  Object.entries(members)
    .map(([name, calls]) => `${name}=${calls}`)
    .join(' ');

function recordOf({ version, operation, kind, consumer, day, calls, refused, first, last, members }: UsageCount) {
  return { version, operation, kind, consumer, day, calls, refused, first: iso(first), last: iso(last), members };
}

/** Columns in which every row is empty are left out. */
function formatTable({ since, counts }: UsageReading, output: Output): string {
  if (since === null) return 'No calls have been counted yet.\n';
  const note = `Counted since ${minute(since)}.\n`;
  return counts.length === 0 ? `No calls match. ${note}` : `${countsTable(counts, output)}\n${note}`;
}

/** Counts as a table for people, the last caller first. */
export function countsTable(counts: readonly UsageCount[], { stdout, env }: Output): string {
  const { bold, red } = coloursFor(stdout, env);
  const rows = counts
    .toSorted((a, b) => b.last - a.last)
    .map(({ version, operation, kind, consumer, day, calls, refused, first, last, members }) => ({
      VERSION: version ?? '',
      OPERATION: operation,
      CONSUMER: consumer,
      KIND: kind,
      DAY: day ?? '',
      CALLS: String(calls),
      REFUSED: refused === 0 ? '' : String(refused),
      FIRST: minute(first),
      LAST: minute(last),
      DEPRECATED: membersText(members),
    }));
  const names = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
  const shown = names.filter((name) => rows.some((row) => row[name] !== ''));
  return printTable([
    shown.map((name) => [name, bold] as const),
    ...rows.map((row) => shown.map((name) => (name === 'REFUSED' ? ([row[name], red] as const) : row[name]))),
  ]);
}

/** `2027-02-01T10:00Z` */
const minute = (milliseconds: number) => readableTime(iso(milliseconds - (milliseconds % 60_000)));
