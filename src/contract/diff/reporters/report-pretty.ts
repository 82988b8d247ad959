import { escapeTerminal } from '../../../text/escape.js';
import type { Level } from '../../../report/level.js';
import { groupByOperations, headline, summarize, type DiffReport, type ToldFinding } from './diff-report.js';

/** Colours a text of a level; leaves it as it is unless told otherwise. */
export type Paint = (level: Level, text: string) => string;

/** For people at a terminal: one block for the operations that changed alike, then the counts. */
export function reportPretty(report: DiffReport, paint: Paint = (_, text) => text): string {
  const groups = groupByOperations(report.findings);
  const blocks = groups.map(({ operations, findings }) =>
    [
      ...operations.map(
        ({ title, apiVersion }) => `${title}${apiVersion === null ? '' : ` (version ${escapeTerminal(apiVersion)})`}`,
      ),
      ...findings.map((finding) => tell(finding, paint)),
    ].join('\n'),
  );
  return `${[headline(report), ...blocks, summarize(groups)].join('\n\n')}\n`;
}

function tell({ level, id, message, places }: ToldFinding, paint: Paint): string {
  const sources = places.length === 0 ? '' : `\n           ${places.join(', ')}`;
  return `  ${paint(level, level.padEnd(7))}  ${escapeTerminal(message)}  [${id}]${sources}`;
}
