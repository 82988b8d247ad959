import { type GateIssue, type GateReport, sentenceOf } from '../gate-report.js';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** GitHub's workflow commands: an annotation at each issue's line; other changes are left out, for only ten of a kind are shown. */
export function reportGithub({ issues, notes, suppressed }: GateReport): string {
  return [
    ...issues.filter(({ level }) => level !== 'info').map(annotation),
    ...suppressed.map(
      ({ finding, exception }) =>
        `::notice title=${escapeProperty(`excepted until ${exception.expires}`)}::${escapeData(`${finding.method ?? ''} ${finding.path ?? ''}: ${finding.message} (${exception.owner}: ${exception.reason})`)}`,
    ),
    ...notes.map((note) => `::notice title=svc gate::${escapeData(note)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function annotation(issue: GateIssue): string {
  const { level, id, file, line } = issue;
  const place = file === null ? [] : [`file=${escapeProperty(file)}`, ...(line === null ? [] : [`line=${line}`])];
  return `::${commands[level]} ${[...place, `title=${escapeProperty(id)}`].join(',')}::${escapeData(sentenceOf(issue))}`;
}

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
