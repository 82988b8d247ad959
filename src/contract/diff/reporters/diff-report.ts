import { escapeTerminal } from '../../../text/escape.js';
import { type Level, levels } from '../../../report/level.js';
import type { Finding } from '../finding.js';
import { bringTogether, distinct } from './bring-together.js';

/** What a reporter prints. */
export interface DiffReport {
  /** The day that dates were compared with, YYYY-MM-DD. */
  readonly asOf: string;
  readonly findings: readonly Finding[];
  /** What was compared, for headings: `git:main` and `v1`. */
  readonly base?: string;
  readonly revision?: string;
}

/** Turns a report into the text of one format. */
export type Reporter = (report: DiffReport) => string;

/** What people read of a finding: told once, however many operations it concerns. */
export interface ToldFinding extends Pick<Finding, 'id' | 'level' | 'message' | 'pointer'> {
  /** `users.ts:12`, each once; none where no declaration is known. */
  readonly places: readonly string[];
}

/** Findings of the same operations, or of the whole document. */
export interface FindingGroup {
  /** `GET /users`, or `the whole document`. */
  readonly operations: readonly { readonly title: string; readonly apiVersion: string | null }[];
  readonly findings: readonly ToldFinding[];
}

/** Groups findings by the operations they concern, each group with the gravest first. */
export function groupByOperations(findings: readonly Finding[]): readonly FindingGroup[] {
  const told = bringTogether(findings, ({ level, id, message }) => [level, id, message]).map((same) => ({
    ...same[0],
    operations: distinct(same.map((finding) => ({ title: titleOf(finding), apiVersion: finding.apiVersion }))),
    places: distinct(same.flatMap(({ file, line }) => (file === null ? [] : [`${escapeTerminal(file)}:${line ?? 1}`]))),
  }));
  return bringTogether(told, ({ operations }) => operations).map((group) => ({
    operations: group[0].operations,
    findings: levels.flatMap((level) => group.filter((finding) => finding.level === level)),
  }));
}

/** The operation of a finding in words. */
export function titleOf({ method, path }: Finding): string {
  return method === null ? 'the whole document' : escapeTerminal(`${method} ${path}`);
}

/** How many findings there are of each level. */
export function countLevels(findings: readonly Pick<Finding, 'level'>[]): Readonly<Record<Level, number>> {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** The counts in words: 2 errors, 1 warning. What concerns several operations counts once. */
export function summarize(groups: readonly FindingGroup[]): string {
  const counts = countLevels(groups.flatMap(({ findings }) => findings));
  const words = levels
    .filter((level) => counts[level] > 0)
    .map((level) => {
      const noun = level === 'info' ? 'other change' : level;
      return `${counts[level]} ${noun}${counts[level] === 1 ? '' : 's'}`;
    });
  return words.length === 0 ? 'no differences' : words.join(', ');
}

/** The heading of a report. */
export function headline({ base, revision }: DiffReport): string {
  return base !== undefined && revision !== undefined ? `Changes from ${base} to ${revision}` : 'Changes';
}
