import { formatIcs } from '../../contract/lifecycle/format-ics.js';
import { formatJson } from '../../contract/lifecycle/format-json.js';
import { formatMarkdown } from '../../contract/lifecycle/format-markdown.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { drawTimeline } from '../../export/index.js';
import type { Route } from '../../routing/table/route.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { printTable } from '../terminal/print-table.js';

interface Listing {
  readonly entries: readonly LifecycleEntry[];
  readonly routes: readonly Route[];
  readonly asOf: string;
}

/** What `svc lifecycle --format` offers. */
export const lifecycleFormats = {
  table: ({ entries, asOf }, io) => formatTable(entries, asOf, io),
  json: ({ entries, asOf }) => formatJson(entries, asOf),
  ics: ({ entries }) => formatIcs(entries),
  markdown: ({ entries, asOf }) => formatMarkdown(entries, asOf),
  svg: ({ routes, asOf }) => `${drawTimeline(routes, { asOf })}\n`,
} satisfies Record<string, (listing: Listing, io: Pick<Io, 'stdout' | 'env'>) => string>;

function formatTable(
  entries: readonly LifecycleEntry[],
  asOf: string,
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
): string {
  if (entries.length === 0) return `Nothing is on its way out, as of ${asOf}.\n`;
  const colours = coloursFor(stdout, env);
  const paint = { overdue: colours.red, leaving: colours.yellow, deprecated: colours.dim };
  const heading = ['STATE', 'DAYS LEFT', 'SUNSET', 'SINCE', 'VERSION', 'WHAT', 'LINK', 'SOURCE'].map((word) =>
    colours.bold(word),
  );
  const rows = entries.map(({ state, daysLeft, sunset, since, version, name, link, source }) => [
    paint[state](state),
    daysLeft === null ? '' : String(daysLeft),
    sunset?.slice(0, 10) ?? '',
    since?.slice(0, 10) ?? '',
    version ?? '',
    name,
    link ?? '',
    source ? `${source.file}:${source.line}` : '',
  ]);
  return printTable([heading, ...rows]);
}
