import { codeSpan, escapeMarkdown, escapeTerminal } from '../text/escape.js';
import { countOf } from '../text/join-words.js';
import type { Finding } from './diff/finding.js';
import { textAt } from '../json/json.js';
import { lockedScheme } from './lock/locked-scheme.js';
import { openDocument } from './diff/open-document.js';
import { alignOperations } from './diff/operation/align-operations.js';
import { listOperations } from './diff/operation/list-operations.js';
import type { Operation } from './diff/operation/operation-pair.js';
import type { ContractLock } from './lock/contract-lock.js';

/** What a client of one version must change for another, as a page in Markdown. `findings` are those of `compareVersionsOfApi`. */
export function writeMigrationGuide(base: ContractLock, revision: ContractLock, findings: readonly Finding[]): string {
  const { common, added, removed } = alignOperations(
    listOperations(openDocument(base.document)),
    listOperations(openDocument(revision.document)),
    'unversioned path',
  );
  const findingsOf = ({ method, path }: Operation) =>
    findings.filter((finding) => finding.method === method && finding.path === path);
  const pairs = common.map((pair) => ({ ...pair, findings: findingsOf(pair.revision) }));
  const changed = pairs.filter((pair) => pair.findings.some(({ level }) => level !== 'info'));
  const kept = pairs.filter((pair) => !changed.includes(pair));
  const whole = findings.filter(({ method, level }) => method === null && level !== 'info');
  const sections = [
    `# ${escapeMarkdown(`From version ${base.version} to version ${revision.version}`)}`,
    [
      escapeTerminal(nameVersion(revision)),
      `${countOf(changed.length, 'operation')} must be called or read otherwise, ${removed.length} ${removed.length === 1 ? 'is' : 'are'} gone, ${kept.length} need${kept.length === 1 ? 's' : ''} nothing, ${added.length} ${added.length === 1 ? 'is' : 'are'} new.`,
    ].join('\n\n'),
    ...(changed.length + whole.length > 0
      ? [
          '## What a client must change',
          ...(whole.length > 0 ? [tell('Everywhere', whole)] : []),
          ...changed.map((pair) => tell(heading(pair.base, pair.revision), pair.findings)),
        ]
      : []),
    ...(removed.length > 0
      ? [`## Gone\n\n${removed.map((operation) => `- ${codeSpan(nameOf(operation))}\n`).join('')}`.trimEnd()]
      : []),
    ...(kept.length > 0
      ? [
          '## Nothing to change',
          kept
            .map(
              (pair) =>
                `- ${heading(pair.base, pair.revision)}${pair.findings.length > 0 ? `: ${pair.findings.map(({ message }) => escapeMarkdown(message)).join('; ')}` : ''}`,
            )
            .join('\n'),
        ]
      : []),
    ...(added.length > 0
      ? ['## New', added.map((operation) => `- ${codeSpan(nameOf(operation))}${summaryOf(operation)}`).join('\n')]
      : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** How a request says which version it means. */
function nameVersion({ version, document }: ContractLock): string {
  const scheme = version === null ? null : lockedScheme(document);
  return scheme?.askFor(version!).instruction ?? `Call version ${version}.`;
}

function tell(title: string, findings: readonly Finding[]): string {
  const words = { error: '**breaks**', warning: '**may break**', info: 'note' };
  return `### ${title}\n\n${findings
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ level, message, id }) => `- ${words[level]}: ${escapeMarkdown(message)} (\`${id}\`)`)
    .join('\n')}`;
}

const rank = ({ level }: Finding) => ['error', 'warning', 'info'].indexOf(level);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const heading = (base: Operation, revision: Operation) =>
  nameOf(base) === nameOf(revision)
    ? codeSpan(nameOf(base))
    : `${codeSpan(nameOf(base))} → ${codeSpan(nameOf(revision))}`;

function summaryOf({ node }: Operation): string {
  const summary = textAt(node['summary']);
  return summary === null ? '' : `: ${escapeMarkdown(summary)}`;
}
