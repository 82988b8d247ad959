import type { RuleDescription } from '../report/report.js';
import { isPreviewSide } from '../changes/preview-hops.js';
import { noSubject, formatPlace, type Result } from '../report/result.js';
import { laws, type Trial } from './law.js';
import { isLensLaw } from './lenses/judge-lens.js';
import { type LawFinding, levelOf } from './law-finding.js';

/** The laws as code scanning shows them. */
export const lawRules: readonly RuleDescription[] = Object.entries(laws).map(([id, { level, summary }]) => ({
  id,
  level,
  summary,
  help: 'Each result shows the smallest value that was found, and the command that repeats it.',
}));

/** A finding as every report shows it. */
export function lawResult(finding: LawFinding, trial: Trial, entry = ''): Result {
  const { law, change, version, message, fix, source, details } = finding;
  const repeat = repeatCommand(finding, trial, entry);
  return {
    id: law,
    level: levelOf(finding),
    message,
    fix,
    place: source,
    subject: { ...noSubject, apiVersion: isPreviewSide(version) ? null : version },
    details: [
      ...(change ? [['change', `${change.id}${placeOfChange(finding)}`] as const] : []),
      ...details,
      ...(repeat === null ? [] : [['repeat', repeat] as const]),
    ],
  };
}

function placeOfChange({ change }: LawFinding): string {
  const source = change?.source;
  return source ? ` (${formatPlace(source)})` : '';
}

/** The command that tests the change or the lens again, with the same values; null where a finding is about neither. */
export function repeatCommand(
  { change, law, subject }: LawFinding,
  { runs, seed }: Trial,
  entry: string,
): string | null {
  const name = isLensLaw(law) ? subject : change?.id;
  if (name === undefined || name === null || name === '') return null;
  const id = /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  return ['svc laws', entry, `--only ${id}`, `--runs ${runs}`, `--seed ${seed}`]
    .filter((word) => word !== '')
    .join(' ');
}
