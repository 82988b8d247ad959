import { writeJson } from '../json/json.js';
import { operationOf } from '../report/result.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { codeSpan, escapeControls, escapeMarkdown } from '../text/escape.js';
import { countOf } from '../text/join-words.js';
import { checks } from '../diff/checks/checks.js';
import { messageOf, spreadRecord } from '../diff/diff-report.js';
import type { Finding } from '../diff/finding.js';
import type { ChangelogEntry, VersionChangelog } from './changelog.js';
import { type PlacesInCode, writePlaces } from './places-in-code.js';
import type { UpgradeChange, UpgradeStep, UpgradeSubject } from './upgrades/describe-upgrades.js';
import { subjectParts } from './upgrades/subject-parts.js';

const headings = ['Breaking', 'May break clients', 'Deprecated', 'Removed', 'Added', 'Changed'] as const;

/** What a changelog says besides the differences. */
export interface ChangelogFacts {
  /** What declared changes do, with examples. */
  readonly steps?: readonly UpgradeStep[];
  /** The places of a consumer's code that the changes of each version touch; absent where none was scanned. */
  readonly places?: ReadonlyMap<string | null, PlacesInCode>;
}

/**
 * Markdown: a section per version, a heading per commit, and its changes grouped by what they mean to a client; what needs no change of a client is
 * folded.
 */
export function changelogMarkdown(
  logs: readonly VersionChangelog[],
  since: string,
  { steps = [], places }: ChangelogFacts = {},
): string {
  if (logs.length === 0) return `# Changes since ${escapeMarkdown(since)}\n\nNo contract has changed.\n`;
  const sections = logs.flatMap(({ version, released, entries }) => [
    `## ${version === null ? 'The API' : `Version ${escapeMarkdown(version)}`}${released === null || released === version ? '' : ` (${released})`}`,
    ...(places?.has(version) ? ['### In your code', writePlaces(places.get(version)!)] : []),
    ...entries.flatMap((entry) => writeEntry(entry, steps.find((step) => step.version === version)?.changes ?? [])),
  ]);
  return `${[`# Changes since ${escapeMarkdown(since)}`, ...sections].join('\n\n')}\n`;
}

function writeEntry(
  { day, commit, subject, presence, kind, declared, findings }: ChangelogEntry,
  known: readonly UpgradeChange[],
): readonly string[] {
  const title = `### ${day} ${escapeMarkdown(subject)} (${commit})`;
  const changes =
    declared.length > 0
      ? [declared.map((one) => writeChange(one, known.find(({ id }) => id === one.id)?.subjects ?? [])).join('\n')]
      : [];
  if (presence === 'new') return [title, 'This version is new.', ...changes];
  if (presence === 'gone')
    return [title, `This version was removed${kind === 'breaking' ? ' before its sunset date' : ''}.`];
  if (findings.length === 0 && declared.length > 0) return [title, ...changes];
  if (findings.length === 0)
    return [title, kind === 'documentation' ? 'Only the documentation changed.' : 'Details of the contract changed.'];
  const groups = groupByHeading(findings);
  const folded = groups.filter(([heading]) => needsNoChange.has(heading));
  return [
    title,
    ...changes,
    ...groups.filter((group) => !folded.includes(group)).map(writeGroup),
    ...(folded.length === 0
      ? []
      : [
          `<details>\n<summary>No changes needed: ${countOf(folded.flatMap(([, own]) => own).length, 'difference')}</summary>`,
          ...folded.map(writeGroup),
          '</details>',
        ]),
  ];
}

const needsNoChange: ReadonlySet<string> = new Set<(typeof headings)[number]>(['Added', 'Changed']);

const writeGroup = ([heading, own]: readonly [string, readonly Finding[]]): string =>
  `${heading}:\n${own.map((finding) => `- ${codeSpan(operationOf(finding) ?? 'the whole document')}: ${escapeMarkdown(messageOf(finding))}`).join('\n')}`;

/** The description, which is Markdown itself, and what the change does with each schema belong to the list item. */
function writeChange({ title, description }: DeclaredChange, subjects: readonly UpgradeSubject[]): string {
  const inside = (text: string) => text.replaceAll(/\n(?!\n)/g, '\n  ');
  const words = description === null ? '' : `: ${inside(escapeControls(description.trim()))}`;
  const parts = subjects.flatMap((subject) => {
    const own = subjectParts(subject);
    return own.length === 0 ? [] : [`${codeSpan(subject.name)}:`, ...own];
  });
  return [`- **${escapeMarkdown(title)}**${words}`, ...parts.map((part) => `\n  ${inside(part)}`)].join('\n');
}

/** The findings under each heading that has some, in the order of headings. */
export function groupByHeading(findings: readonly Finding[]): readonly (readonly [string, readonly Finding[]])[] {
  return headings
    .map((heading) => [heading, findings.filter((finding) => headingOf(finding) === heading)] as const)
    .filter(([, own]) => own.length > 0);
}

function headingOf({ id, level }: Finding): (typeof headings)[number] {
  const { kind, action } = checks[id];
  if (level !== 'info') return level === 'error' ? 'Breaking' : 'May break clients';
  if (kind === 'lifecycle') return 'Deprecated';
  if (kind === 'existence' && action === 'remove') return 'Removed';
  return kind === 'existence' && action === 'add' ? 'Added' : 'Changed';
}

/** `{ version: 1, since, versions }`. Members are only ever added. */
export function changelogJson(
  logs: readonly VersionChangelog[],
  since: string,
  { steps = [], places }: ChangelogFacts = {},
): string {
  const versions = logs.map(({ version, released, entries }) => ({
    version,
    ...(released !== null && { released }),
    ...(places && { places: recordPlaces(places.get(version)) }),
    entries: entries.map(({ commit, day, subject, presence, kind, declared, findings }) => ({
      commit,
      day,
      subject,
      presence,
      kind,
      changes: declared.map(({ id, title, description, operations }) => ({
        id,
        title,
        description,
        operations,
        ...examplesOf(steps, version, id),
      })),
      findings: findings.map((finding) => ({
        id: finding.id,
        level: finding.level,
        component: finding.component ?? null,
        method: finding.method,
        path: finding.path,
        pointer: finding.pointer,
        message: messageOf(finding),
        operations: spreadRecord(finding).operations,
        placeCount: spreadRecord(finding).placeCount,
      })),
    })),
  }));
  return writeJson({ version: 1, since, versions });
}

/** What a declared change does with each schema, before and after, where it is known. */
function examplesOf(steps: readonly UpgradeStep[], version: string | null, id: string) {
  const change = steps.find((step) => step.version === version)?.changes.find((one) => one.id === id);
  return change ? { subjects: change.subjects } : {};
}

const recordPlaces = (places: PlacesInCode | undefined) =>
  (places?.results ?? []).map(({ id, level, message, fix, place, details = [] }) => ({
    file: place?.file ?? null,
    line: place?.line ?? null,
    code: details.find(([name]) => name === 'code')?.[1] ?? null,
    id,
    level,
    message,
    fix,
  }));
