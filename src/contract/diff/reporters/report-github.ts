import { escapeWorkflowData, escapeWorkflowProperty } from '../../../text/escape.js';
import type { Level } from '../../../report/level.js';
import type { Finding } from '../finding.js';
import { titleOf, type DiffReport } from './diff-report.js';

const commands: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** For GitHub Actions: one workflow command per finding, which becomes an annotation at its file and line. */
export function reportGithub({ findings }: DiffReport): string {
  return findings.map((finding) => `${writeCommand(finding)}\n`).join('');
}

function writeCommand(finding: Finding): string {
  const { level, id, message, file, line, pointer } = finding;
  const place = file === null ? [] : [`file=${escapeWorkflowProperty(file)}`, `line=${line ?? 1}`];
  const properties = [...place, `title=${escapeWorkflowProperty(id)}`].join(',');
  return `::${commands[level]} ${properties}::${escapeWorkflowData(`${titleOf(finding)}: ${message} (${pointer})`)}`;
}
