import type { ChalkInstance } from 'chalk';
import { type Problem, problemLine } from '../../report/problem.js';
import type { Io } from '../io.js';
import { countOf } from '../../text/join-words.js';
import { coloursFor } from '../terminal/colours.js';
import { wrapText } from '../terminal/wrap-text.js';
import type { CheckReport } from './check-report.js';

/** For people: one line per problem; on a terminal a small paragraph each, wrapped to its width. Then a summary. */
export function reportPretty(
  { problems, routeCount, asOf }: CheckReport,
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
): string {
  const colours = coloursFor(stdout, env);
  const shown = stdout.isTTY
    ? problems.map((problem) => `${paragraph(problem, stdout.columns ?? 80, colours)}\n\n`)
    : problems.map((problem) => `${problemLine(problem)}\n`);
  return `${shown.join('')}${summary(problems, routeCount, asOf, colours)}\n`;
}

function paragraph(
  { id, severity, message, fix, source, handler }: Problem,
  width: number,
  colours: ChalkInstance,
): string {
  const paint = severity === 'error' ? colours.red : colours.yellow;
  const place = source ? colours.bold(`${source.file}:${source.line}`) : handler === null ? '' : colours.bold(handler);
  const head = [place, paint(severity), colours.dim(id)].filter((word) => word !== '').join('  ');
  return [
    head,
    ...wrapText(message, width, '  '),
    ...wrapText(`→ ${fix}`, width, '  ').map((line) => colours.cyan(line)),
  ].join('\n');
}

function summary(problems: readonly Problem[], routeCount: number, asOf: string, colours: ChalkInstance): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const looked = `in ${countOf(routeCount, 'route')}, as of ${asOf}`;
  if (problems.length === 0) return colours.green(`No problems ${looked}.`);
  const found = [errors > 0 ? countOf(errors, 'error') : '', warnings > 0 ? countOf(warnings, 'warning') : '']
    .filter((word) => word !== '')
    .join(', ');
  return (errors > 0 ? colours.red : colours.yellow)(`${found} ${looked}.`);
}
