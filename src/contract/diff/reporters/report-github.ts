import type { Level } from '../check.js';
import type { Finding } from '../finding.js';
import { titleOf, type DiffReport } from './diff-report.js';

const commands: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** For GitHub Actions: one workflow command per finding, which becomes an annotation at its file and line. */
export function reportGithub({ findings }: DiffReport): string {
  return findings.map((finding) => `${writeCommand(finding)}\n`).join('');
}

function writeCommand(finding: Finding): string {
  const { level, id, message, file, line, pointer } = finding;
  const place = file === null ? [] : [`file=${escapeProperty(file)}`, `line=${line ?? 1}`];
  const properties = [...place, `title=${escapeProperty(id)}`].join(',');
  return `::${commands[level]} ${properties}::${escapeData(`${titleOf(finding)}: ${message} (${pointer})`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
