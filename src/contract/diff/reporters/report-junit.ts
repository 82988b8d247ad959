import { escapeXml } from '../../../text/escape.js';
import type { Finding } from '../finding.js';
import { countLevels, headline, titleOf, type DiffReport } from './diff-report.js';

/** For test dashboards: a failing case per error and warning, a passing one per other change. */
export function reportJunit(report: DiffReport): string {
  const { error, warning } = countLevels(report.findings);
  const cases =
    report.findings.length === 0
      ? ['    <testcase classname="svc.diff" name="no differences"/>']
      : report.findings.map(writeCase);
  const counts = `tests="${cases.length}" failures="${error + warning}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="svc diff" ${counts}>`,
    `  <testsuite name="${escapeXml(headline(report))}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function writeCase(finding: Finding): string {
  const { id, level, message, pointer, file, line } = finding;
  const source = file === null ? '' : ` file="${escapeXml(file)}" line="${line ?? 1}"`;
  const opening = `    <testcase classname="${id}" name="${escapeXml(`${titleOf(finding)} ${pointer}`)}"${source}`;
  if (level === 'info') return `${opening}/>`;
  return `${opening}>\n      <failure type="${level}" message="${escapeXml(message)}">${escapeXml(`${titleOf(finding)}\n${message}\n${pointer}`)}</failure>\n    </testcase>`;
}
