import { escapeXml } from '../../text/escape.js';
import { fails } from '../level.js';
import { type Part, type Report, resultsOf } from '../report.js';
import { detailLines, operationOf, formatPlace, type Result, sentenceOf, versionsOf } from '../result.js';

/** JUnit's XML: a suite per part; a case per result, which fails where the result fails the run, and one per thing that was found right. */
export function renderJunit(report: Report): string {
  const { command, parts } = report;
  const failures = (results: readonly Result[]) => results.filter(({ level }) => fails(level, report.failOn)).length;
  const counts = (tests: number, results: readonly Result[]) =>
    `tests="${tests}" failures="${failures(results)}" errors="0" skipped="0"`;
  const total = parts.reduce((sum, part) => sum + casesOf(part), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(command)}" ${counts(total, resultsOf(report))}>`,
    ...parts.flatMap((part) => {
      const suite = parts.length === 1 ? command : `${command}.${part.id}`;
      return [
        `  <testsuite name="${escapeXml(parts.length === 1 ? report.heading : part.id)}" ${counts(casesOf(part), part.results)}>`,
        ...passedOf(part).map((name) => `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"/>`),
        ...part.results.map((result) => writeCase(result, suite, fails(result.level, report.failOn))),
        '  </testsuite>',
      ];
    }),
    '</testsuites>',
    '',
  ].join('\n');
}

/** A suite has at least one case. */
function passedOf({ passed, results }: Part): readonly string[] {
  return passed.length === 0 && results.length === 0 ? ['nothing found'] : passed;
}

const casesOf = (part: Part) => passedOf(part).length + part.results.length;

function writeCase(result: Result, suite: string, isFailure: boolean): string {
  const { id, level, place, subject } = result;
  const { pointer, handler } = subject;
  const name = [
    id,
    operationOf(subject) ?? handler ?? (place ? formatPlace(place) : ''),
    versionsOf(subject)
      .map((version) => `v${version}`)
      .join(' '),
    pointer ?? '',
  ];
  const where = place
    ? ` file="${escapeXml(place.file)}"${place.line === null ? '' : ` line="${Math.max(1, place.line)}"`}`
    : '';
  const sentence = escapeXml(sentenceOf(result));
  const lines = detailLines(result).map((line) => `\n${escapeXml(line)}`);
  const text = `${place ? `${escapeXml(formatPlace(place))} ` : ''}${sentence}${lines.join('')}`;
  const inside = isFailure
    ? `<failure type="${level}" message="${sentence}">${text}</failure>`
    : `<system-out>${level}: ${text}</system-out>`;
  return [
    `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name.filter((word) => word !== '').join(' '))}"${where}>`,
    `      ${inside}`,
    '    </testcase>',
  ].join('\n');
}
