import { escapeWorkflowData, escapeWorkflowProperty } from '../../../text/escape.js';
import { type GateIssue, type GateReport, sentenceOf } from '../gate-report.js';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** GitHub's workflow commands: an annotation at each issue's line; other changes are left out, for only ten of a kind are shown. */
export function reportGithub({ issues, notes, suppressed }: GateReport): string {
  return [
    ...issues.filter(({ level }) => level !== 'info').map(annotation),
    ...suppressed.map(
      ({ finding, exception }) =>
        `::notice title=${escapeWorkflowProperty(`excepted until ${exception.expires}`)}::${escapeWorkflowData(`${finding.method ?? ''} ${finding.path ?? ''}: ${finding.message} (${exception.owner}: ${exception.reason})`)}`,
    ),
    ...notes.map((note) => `::notice title=svc gate::${escapeWorkflowData(note)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function annotation(issue: GateIssue): string {
  const { level, id, file, line } = issue;
  const place =
    file === null ? [] : [`file=${escapeWorkflowProperty(file)}`, ...(line === null ? [] : [`line=${line}`])];
  return `::${commands[level]} ${[...place, `title=${escapeWorkflowProperty(id)}`].join(',')}::${escapeWorkflowData(sentenceOf(issue))}`;
}
