import type { Level } from '../check.js';
import type { Finding } from '../finding.js';
import { groupByOperation, headline, oneLine, summarize, type DiffReport } from './diff-report.js';

/** Colours a text of a level; leaves it as it is unless told otherwise. */
export type Paint = (level: Level, text: string) => string;

/** For people at a terminal: one block per operation, then the counts. */
export function reportPretty(report: DiffReport, paint: Paint = (_, text) => text): string {
  const blocks = groupByOperation(report.findings).map(({ title, apiVersion, findings }) =>
    [
      `${title}${apiVersion === null ? '' : ` (version ${oneLine(apiVersion)})`}`,
      ...findings.map((finding) => tell(finding, paint)),
    ].join('\n'),
  );
  return `${[headline(report), ...blocks, summarize(report.findings)].join('\n\n')}\n`;
}

function tell({ level, id, message, file, line }: Finding, paint: Paint): string {
  const source = file === null ? '' : `\n           ${oneLine(file)}:${line ?? 1}`;
  return `  ${paint(level, level.padEnd(7))}  ${oneLine(message)}  [${id}]${source}`;
}
