import { escapeWorkflowData, escapeWorkflowProperty } from '../../text/escape.js';
import { fails, type Level } from '../level.js';
import { acceptanceWords, type Report, type Suppressed } from '../report.js';
import { detailLines, type Result, sentenceOf } from '../result.js';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<Level, string>;

/** GitHub's workflow commands: an annotation at the line of each result. */
export function renderGithub(report: Report): string {
  const { failOn, annotateFrom, parts, suppressed = [], notes = [], command } = report;
  return [
    ...parts.flatMap(({ results, annotateFrom: from = annotateFrom }) =>
      results.filter(({ level }) => fails(level, from) || fails(level, failOn)).map(annotation),
    ),
    ...suppressed.map(notice),
    ...notes.map((note) => writeCommand('notice', { title: command }, note)),
  ].join('');
}

function annotation(result: Result): string {
  const { id, level, place } = result;
  const where = place && {
    file: place.file,
    ...(place.line !== null && { line: String(place.line) }),
    ...(place.column !== undefined && { col: String(place.column) }),
  };
  return writeCommand(
    commands[level],
    { ...where, title: id },
    [sentenceOf(result), ...detailLines(result)].join('\n'),
  );
}

function notice({ result, ...acceptance }: Suppressed): string {
  const { expires } = acceptance;
  return writeCommand(
    'notice',
    { title: `excepted until ${expires}` },
    `${sentenceOf(result)} Excepted ${acceptanceWords(acceptance)}`,
  );
}

function writeCommand(command: string, properties: Readonly<Record<string, string>>, data: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeWorkflowProperty(value)}`);
  return `::${command} ${list.join(',')}::${escapeWorkflowData(data)}\n`;
}
