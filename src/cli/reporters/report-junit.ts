import { escapeXml } from '../../text/escape.js';
import type { Problem } from '../../report/problem.js';
import { type CheckReport, isFailing } from './check-report.js';

/** JUnit's XML: a case per rule that found nothing, and one per problem. A problem that does not fail the check is a case with output. */
export function reportJunit({ problems, rules, failOn }: CheckReport): string {
  const clean = rules.filter(({ id }) => !problems.some((problem) => problem.id === id));
  const failures = problems.filter((problem) => isFailing(problem, failOn)).length;
  const counts = `tests="${clean.length + problems.length}" failures="${failures}" errors="0" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="svc check" ${counts}>`,
    `  <testsuite name="svc check" ${counts}>`,
    ...clean.map(({ id }) => `    <testcase classname="svc check" name="${escapeXml(id)}"/>`),
    ...problems.flatMap((problem) => problemCase(problem, isFailing(problem, failOn))),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function problemCase({ id, severity, message, fix, source, handler }: Problem, fails: boolean): readonly string[] {
  const place = source ? ` file="${escapeXml(source.file)}" line="${source.line}"` : '';
  const name = [id, handler ?? (source ? `${source.file}:${source.line}` : '')].join(' ').trim();
  const text = escapeXml(`${source ? `${source.file}:${source.line} ` : ''}${message} ${fix}`);
  const inside = fails
    ? `<failure type="${severity}" message="${escapeXml(message)}">${text}</failure>`
    : `<system-out>${severity}: ${text}</system-out>`;
  return [
    `    <testcase classname="svc check" name="${escapeXml(name)}"${place}>`,
    `      ${inside}`,
    '    </testcase>',
  ];
}
