import { writeJson } from '../json/json.js';
import { operationOf } from '../report/result.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { codeSpan, escapeControls, escapeMarkdown } from '../text/escape.js';
import { checks } from '../diff/checks/checks.js';
import { messageOf, spreadRecord } from '../diff/diff-report.js';
import type { Finding } from '../diff/finding.js';
import type { ChangelogEntry, VersionChangelog } from './changelog.js';

const headings = ['Breaking', 'May break clients', 'Deprecated', 'Removed', 'Added', 'Changed'] as const;

/** Markdown: a section per version, a heading per commit, and its changes grouped by what they mean to a client. */
export function changelogMarkdown(logs: readonly VersionChangelog[], since: string): string {
  if (logs.length === 0) return `# Changes since ${escapeMarkdown(since)}\n\nNo contract has changed.\n`;
  const sections = logs.flatMap(({ version, entries }) => [
    `## ${version === null ? 'The API' : `Version ${escapeMarkdown(version)}`}`,
    ...entries.flatMap(writeEntry),
  ]);
  return `${[`# Changes since ${escapeMarkdown(since)}`, ...sections].join('\n\n')}\n`;
}

function writeEntry({ day, commit, subject, presence, kind, declared, findings }: ChangelogEntry): readonly string[] {
  const title = `### ${day} ${escapeMarkdown(subject)} (${commit})`;
  const changes = declared.length > 0 ? [declared.map(writeChange).join('\n')] : [];
  if (presence === 'new') return [title, 'This version is new.', ...changes];
  if (presence === 'gone')
    return [title, `This version was removed${kind === 'breaking' ? ' before its sunset date' : ''}.`];
  if (findings.length === 0 && declared.length > 0) return [title, ...changes];
  if (findings.length === 0)
    return [title, kind === 'documentation' ? 'Only the documentation changed.' : 'Details of the contract changed.'];
  const lists = groupByHeading(findings).map(
    ([heading, own]) =>
      `${heading}:\n${own.map((finding) => `- ${codeSpan(operationOf(finding) ?? 'the whole document')}: ${escapeMarkdown(messageOf(finding))}`).join('\n')}`,
  );
  return [title, ...changes, ...lists];
}

/** The description, which is Markdown itself, belongs to the list item. */
function writeChange({ title, description }: DeclaredChange): string {
  const words = description === null ? '' : `: ${escapeControls(description.trim()).replaceAll('\n', '\n  ')}`;
  return `- **${escapeMarkdown(title)}**${words}`;
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
export function changelogJson(logs: readonly VersionChangelog[], since: string): string {
  const versions = logs.map(({ version, entries }) => ({
    version,
    entries: entries.map(({ commit, day, subject, presence, kind, declared, findings }) => ({
      commit,
      day,
      subject,
      presence,
      kind,
      changes: declared.map(({ id, title, description, operations }) => ({ id, title, description, operations })),
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
