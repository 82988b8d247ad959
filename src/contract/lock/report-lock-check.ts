import { escapeTerminal } from '../../text/escape.js';
import type { ChangeClass } from '../diff/classify-change.js';
import { titleOf } from '../diff/reporters/diff-report.js';
import type { Finding } from '../diff/finding.js';
import type { VersionChange } from '../compare/compare-contracts.js';
import { lockName } from './contract-lock.js';

const shown = 5;

const words: Readonly<Record<ChangeClass, string>> = {
  unchanged: 'unchanged',
  documentation: 'documentation only',
  additive: 'additive',
  breaking: 'breaking',
};

/** One line per version, and below it the first differences, the gravest first. */
export function reportLockCheck(changes: readonly VersionChange[]): string {
  const width = Math.max(...changes.map(({ version }) => lockName(version).length));
  return changes
    .map((change) =>
      [`${lockName(change.version).padEnd(width)}  ${describe(change)}\n`, ...firstDifferences(change.findings)].join(
        '',
      ),
    )
    .join('');
}

function describe({ presence, kind }: VersionChange): string {
  if (presence === 'new') return 'additive: this version has no lock yet';
  if (presence === 'gone') return `${words[kind]}: the service does not have this version any more`;
  return words[kind];
}

function firstDifferences(findings: readonly Finding[]): readonly string[] {
  const lines = findings.slice(0, shown).map((finding) => {
    const { level, id, message, file, line } = finding;
    return `  ${level.padEnd(7)}  ${titleOf(finding)}: ${escapeTerminal(message)}  [${id}]${file === null ? '' : `  ${file}:${line}`}\n`;
  });
  return findings.length > shown ? [...lines, `  … and ${findings.length - shown} more\n`] : lines;
}
