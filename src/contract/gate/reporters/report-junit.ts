import { escapeXml } from '../../../text/escape.js';
import { type GateIssue, gateSteps, type GateReport, isFailing, operationOf, sentenceOf } from '../gate-report.js';

/** JUnit's XML: a suite per part of the gate, a case per issue, and one that passes where there is none. */
export function reportJunit(report: GateReport): string {
  const { issues, failOn } = report;
  const suites = gateSteps.map((step) => ({ step, issues: issues.filter((issue) => issue.step === step) }));
  const tests = suites.reduce((sum, suite) => sum + Math.max(1, suite.issues.length), 0);
  const failures = (list: readonly GateIssue[]) => list.filter((issue) => isFailing(issue, failOn)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="svc gate" tests="${tests}" failures="${failures(issues)}" errors="0">`,
    ...suites.flatMap(({ step, issues: own }) => [
      `  <testsuite name="${step}" tests="${Math.max(1, own.length)}" failures="${failures(own)}" errors="0">`,
      ...(own.length === 0
        ? [`    <testcase classname="svc gate.${step}" name="nothing found"/>`]
        : own.map((issue) => writeCase(issue, isFailing(issue, failOn)))),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function writeCase(issue: GateIssue, fails: boolean): string {
  const { step, id, level, file, line, apiVersion, pointer } = issue;
  const name = [id, operationOf(issue), apiVersion === null ? '' : `v${apiVersion}`, pointer ?? '']
    .filter((word) => word !== '')
    .join(' ');
  const place = file === null ? '' : ` file="${escapeXml(file)}"${line === null ? '' : ` line="${line}"`}`;
  const text = escapeXml(sentenceOf(issue));
  const inside = fails
    ? `<failure type="${level}" message="${text}">${text}</failure>`
    : `<system-out>${level}: ${text}</system-out>`;
  return `    <testcase classname="svc gate.${step}" name="${escapeXml(name)}"${place}>\n      ${inside}\n    </testcase>`;
}
