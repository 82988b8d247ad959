import type { Html } from '../text/html.js';
import type { Level } from './level.js';
import { fails } from './level.js';
import type { Result } from './result.js';

/** Everything that a command reports, in one shape for every format. */
export interface Report {
  /** `svc gate` */
  readonly command: string;
  /** What was looked at: `Changes from git:main to v2`. */
  readonly heading: string;
  /** The day that the command took for today: `2026-11-21`. */
  readonly asOf: string;
  /** The least severe level that fails the run. */
  readonly failOn: Level;
  readonly verdict: Verdict;
  /** Why the run failed and what can be done about it, above everything that was found. */
  readonly lead?: Lead;
  /** All results, for programs. */
  readonly parts: readonly Part[];
  /** The same results for people: grouped, and each reported once. */
  readonly chapters: readonly Chapter[];
  /** One line per result with its place in front, as compilers print, instead of chapters under headings. */
  readonly isFlat?: boolean;
  /** A table on top, such as each version and what became of it. */
  readonly facts?: Facts;
  /** Remarks that are not results. */
  readonly notes?: readonly string[];
  /** What stands below the results on a page of HTML, such as values before and after. */
  readonly appendix?: Html;
  /** Results that do not count. */
  readonly suppressed?: readonly Suppressed[];
  /** What the ids mean; results may have ids beside these. */
  readonly rules: readonly RuleDescription[];
  /** The least severe level that GitHub annotates, which shows ten annotations of a level at most. */
  readonly annotateFrom: Level;
  /** What levels mean to readers of Markdown; their names unless given. */
  readonly levelWords?: Readonly<Record<Level, string>>;
  /** What `--format json` prints, in the command's documented shape. */
  json(): object;
}

/** `Closed: one edit breaks versions 1 and 2.`, and one sentence per way out. */
export interface Lead {
  readonly text: string;
  readonly choices: readonly string[];
}

/** A table; of more than two columns, the heads say what they are. */
export interface Facts {
  readonly heads: readonly [string, string, ...string[]];
  readonly rows: readonly (readonly string[])[];
}

/** The last line: a level colours it, null is success. */
export interface Verdict {
  readonly text: string;
  readonly level: Level | null;
}

/** What was looked at together, and what was found. */
export interface Part {
  /** kebab-case */
  readonly id: string;
  readonly results: readonly Result[];
  /** The names of what was looked at and found right. */
  readonly passed: readonly string[];
  /** The least severe level that GitHub annotates here; that of the report unless given. */
  readonly annotateFrom?: Level;
}

export interface Chapter {
  /** null for the only one. */
  readonly title: string | null;
  readonly sections: readonly Section[];
  /** The sentence for lines that were left out; null when none were. */
  readonly rest: string | null;
  /** Whether readers open it first, where a format can fold. */
  readonly isFolded?: boolean;
}

/** Lines that concern the same operations; without titles, lines that say themselves what they concern. */
export interface Section {
  readonly titles: readonly string[];
  readonly lines: readonly Line[];
}

/** What people read of results: said once, however many operations they concern. */
export interface Line extends Pick<Result, 'id' | 'level' | 'message' | 'fix' | 'details'> {
  /** `GET /users, GET /teams in version 1`; empty under a title that says it. */
  readonly subject: string;
  /** `users.ts:12`, each once; the first of many. */
  readonly places: readonly string[];
  /** `and 20 more`; absent where all are listed. */
  readonly morePlaces?: string;
}

/** A result that somebody accepted. */
export interface Suppressed {
  readonly result: Result;
  readonly owner: string;
  readonly reason: string;
  /** The last day: `2026-12-31`. */
  readonly expires: string;
  /** What reviewers should know about it, such as `approves itself`; null without a remark. */
  readonly remark: string | null;
}

/** `until 2026-12-31, by users-team: No client sends it. (approves itself)` */
export function acceptanceWords({ expires, owner, reason, remark }: Omit<Suppressed, 'result'>): string {
  return `until ${expires}, by ${owner}: ${reason}${remark === null ? '' : ` (${remark})`}`;
}

/** What an id means, for code scanning. */
export interface RuleDescription {
  readonly id: string;
  readonly level: Level;
  /** One sentence. */
  readonly summary: string;
  /** Why it matters, and what to do. */
  readonly help: string;
  readonly properties?: Readonly<Record<string, string>>;
}

/** All results of a report, in order. */
export function resultsOf({ parts }: Report): readonly Result[] {
  return parts.flatMap(({ results }) => results);
}

/** Whether any result of a report fails the run. */
export function hasFailed(report: Report): boolean {
  return resultsOf(report).some(({ level }) => fails(level, report.failOn));
}
