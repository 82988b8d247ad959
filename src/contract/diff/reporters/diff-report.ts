import { levels, type Level } from '../check.js';
import type { Finding } from '../finding.js';

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

/** Findings of one operation, or of the whole document when there is none. */
export interface FindingGroup {
  /** `GET /users`, or `the whole document`. */
  readonly title: string;
  readonly apiVersion: string | null;
  readonly findings: readonly Finding[];
}

/** Groups findings by operation, each group with the gravest first. */
export function groupByOperation(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([titleOf(finding), finding.apiVersion]);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(finding);
  }
  return [...groups.values()].map((group) => ({
    title: titleOf(group[0]!),
    apiVersion: group[0]!.apiVersion,
    findings: levels.flatMap((level) => group.filter((finding) => finding.level === level)),
  }));
}

/** The operation of a finding in words. */
export function titleOf({ method, path }: Finding): string {
  return method === null ? 'the whole document' : oneLine(`${method} ${path}`);
}

/** Text of a document on one line, without the control characters that could steer a terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** How many findings there are of each level. */
export function countLevels(findings: readonly Finding[]): Readonly<Record<Level, number>> {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** The counts in words: 2 errors, 1 warning. */
export function summarize(findings: readonly Finding[]): string {
  const counts = countLevels(findings);
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
