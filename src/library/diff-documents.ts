import { checks } from '../diff/checks/checks.js';
import { byTheLetter, type SeverityId } from '../diff/severity-id.js';
import { type ChangeClass, classifyChange } from '../diff/classify-change.js';
import { diffDocuments as compareDocuments, type DiffOptions as Comparison } from '../diff/diff-documents.js';
import type { Finding } from '../diff/finding.js';
import { placeFindings } from '../diff/place-findings.js';
import { noticeOf } from '../diff/promised-notice.js';
import { type Level, levels } from '../report/level.js';
import { isoDay } from '../text/date.js';
import { unknownName } from '../text/nearest-name.js';
import { behind, type LoadedDocument } from './load-document.js';

/** How two documents are compared. */
export interface DiffOptions {
  /** The day that sunset dates are compared with: YYYY-MM-DD, or a date-time, read as UTC (today). */
  readonly asOf?: string;
  /** Levels that replace those of checks, by id, and of findings that break by the letter alone, by `by-the-letter`. */
  readonly severity?: Readonly<Partial<Record<SeverityId, Level>>>;
  /** The fewest days from a deprecation to its sunset date; null requires no date (what the documents promise in `x-svc-min-notice`). */
  readonly minNotice?: number | null;
  /** How operations are matched: by path, or by path without its version, as `/v1` and `/v2` have it (by path). */
  readonly alignment?: 'path' | 'unversioned path';
}

/**
 * Lists what changed from one document to another, in a stable order, each with its level, the file and line, and, where a schema
 * breaks clients, a value that shows it.
 *
 * @throws TypeError for an unknown check or level, and Error when `asOf` is not a date.
 */
export function diffDocuments(
  base: LoadedDocument,
  revision: LoadedDocument,
  options: DiffOptions = {},
): readonly Finding[] {
  const { anonymous, ...bundle } = behind(revision);
  const findings = compareDocuments(base.content, revision.content, settle(base, revision, options));
  return placeFindings(findings, bundle).map((finding) =>
    Object.freeze(finding.file === anonymous ? { ...finding, file: null } : finding),
  );
}

/**
 * Says what a change means to clients: `breaking` with an error, `may-break` with a warning, `additive` with anything else that
 * changed, `documentation` for other wording alone, and `unchanged`.
 */
export function classify(base: LoadedDocument, revision: LoadedDocument, options: DiffOptions = {}): ChangeClass {
  return classifyChange(base.content, revision.content, settle(base, revision, options)).kind;
}

function settle(base: LoadedDocument, revision: LoadedDocument, options: DiffOptions): Comparison {
  const [from, to] = [behind(base), behind(revision)];
  const { asOf = isoDay(new Date()), severity = {}, alignment = 'path', minNotice = noticeOf([from, to]) } = options;
  const overrides = Object.entries(severity);
  const problems = overrides.flatMap(([id, level]) => [
    ...(Object.hasOwn(checks, id) || id === byTheLetter
      ? []
      : [unknownName('check', id, Object.keys(checks), 'svc diff --list prints every id.')]),
    ...(levels.includes(level) ? [] : [unknownName('level', String(level), levels)]),
  ]);
  if (problems.length > 0) throw new TypeError(`severity: ${problems.join('\nseverity: ')}`);
  return { asOf, alignment, minNotice, severity: new Map(overrides as [SeverityId, Level][]) };
}
