import { codeSpan, escapeControls, escapeMarkdown } from '../text/escape.js';
import { countOf, joinWords } from '../text/join-words.js';
import type { Finding } from '../diff/finding.js';
import { textAt } from '../json/json.js';
import { lockedScheme } from './lock/locked-scheme.js';
import { openDocument } from '../openapi/open-document.js';
import { alignOperations, type MovedPair } from '../openapi/operations/align-operations.js';
import { listOperations, listWebhooks } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import type { ContractLock } from './lock/contract-lock.js';
import type { ChangedVersion } from './lock/locked-changes.js';
import { nameOperation } from '../report/result.js';
import { type PlacesInCode, writePlaces } from './places-in-code.js';
import type { UpgradeStep } from './upgrades/describe-upgrades.js';
import { clientCode } from './upgrades/client-code.js';
import { fenceDiff, subjectParts } from './upgrades/subject-parts.js';

/** Two versions of an API, and what the versions after the first changed, up to the second. */
export interface VersionPair {
  readonly base: ContractLock;
  readonly revision: ContractLock;
  readonly changes: readonly ChangedVersion[];
}

/**
 * A migration guide in Markdown: what a client of one version changes for another. `findings` come from `compareVersionsOfApi`; `steps` are what the
 * changes do, with examples, and none where only their titles are known; `places` are those of a consumer's own code, where it was scanned.
 */
export function writeMigrationGuide(
  { base, revision, changes }: VersionPair,
  findings: readonly Finding[],
  steps: readonly UpgradeStep[] = [],
  places: PlacesInCode | null = null,
): string {
  const { changed, kept, added, removed } = matchOperations(base, revision, findings);
  const whole = findings.filter(
    ({ method, level, family }) => method === null && level !== 'info' && family !== 'webhooks',
  );
  const sections = [
    `# ${escapeMarkdown(`From version ${base.version} to version ${revision.version}`)}`,
    [
      nameVersion(revision),
      `${countOf(changed.length, 'operation')} ${changed.length === 1 ? 'needs' : 'need'} changes, ${removed.length} ${removed.length === 1 ? 'is' : 'are'} removed, ${kept.length} ${kept.length === 1 ? 'stays' : 'stay'} the same, ${added.length} ${added.length === 1 ? 'is' : 'are'} new.`,
    ].join('\n\n'),
    ...clientWords(base.version ?? '', revision.version ?? ''),
    ...(places ? ['## In your code', writePlaces(places)] : []),
    ...(changes.length > 0 ? ['## What changed', ...changes.flatMap((one) => writeChanges(one, steps))] : []),
    ...(changed.length + whole.length > 0
      ? [
          '## Required changes',
          ...(whole.length > 0 ? [writeSection('Everywhere', whole)] : []),
          ...changed.flatMap((pair) => [
            writeSection(heading(pair.base, pair.revision), pair.findings),
            ...codeOf(clientCode(pair, [base, revision], steps)),
          ]),
        ]
      : []),
    ...(removed.length > 0
      ? [`## Removed\n\n${removed.map((operation) => `- ${codeSpan(nameOperation(operation))}\n`).join('')}`.trimEnd()]
      : []),
    ...(kept.length > 0
      ? [
          `<details>\n<summary>No changes needed: ${countOf(kept.length, 'operation')}</summary>`,
          kept
            .map(
              (pair) =>
                `- ${heading(pair.base, pair.revision)}${pair.findings.length > 0 ? `: ${pair.findings.map(({ message }) => escapeMarkdown(message)).join('; ')}` : ''}`,
            )
            .join('\n'),
          '</details>',
        ]
      : []),
    ...(added.length > 0
      ? [
          '## New',
          added.map((operation) => `- ${codeSpan(nameOperation(operation))}${summaryOf(operation)}`).join('\n'),
        ]
      : []),
    ...writeWebhooks(base, revision, findings),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Of the guide, what the changes do with values and what becomes of calls with the typed client, in Markdown; empty where no change is declared. */
export function writeExamples(
  { base, revision, changes }: VersionPair,
  findings: readonly Finding[],
  steps: readonly UpgradeStep[],
): string {
  const calls = matchOperations(base, revision, findings).changed.flatMap((pair) => {
    const lines = clientCode(pair, [base, revision], steps);
    return lines.length === 0 ? [] : [`### ${heading(pair.base, pair.revision)}`, fenceDiff(lines.map(escapeControls))];
  });
  return [
    ...(changes.length > 0 ? ['## What changed', ...changes.flatMap((one) => writeChanges(one, steps))] : []),
    ...(calls.length > 0 ? ['## With the typed client', ...calls] : []),
  ].join('\n\n');
}

/** The operations of both versions: those whose clients change, with what was found of them, and the others. */
function matchOperations(base: ContractLock, revision: ContractLock, findings: readonly Finding[]) {
  const { common, added, removed, moved } = alignOperations(
    listOperations(openDocument(base.document)),
    listOperations(openDocument(revision.document)),
    'unversioned path',
  );
  const findingsOf = ({ method, path }: Operation) =>
    findings.filter((finding) => finding.method === method && finding.path === path);
  const moveOf = ({ base: from, revision: to }: MovedPair) =>
    findings.filter((one) => one.moved?.from === nameOperation(from) && one.moved.to === nameOperation(to));
  const merged = moved.filter(
    (move) => !common.some((pair) => pair.base === move.base && pair.revision === move.revision),
  );
  const pairs = [
    ...common.map((pair) => ({ ...pair, findings: [...moveOf(pair), ...findingsOf(pair.revision)] })),
    ...merged.map((pair) => ({ ...pair, findings: moveOf(pair) })),
  ];
  const changed = pairs.filter((pair) => pair.findings.some(({ level }) => level !== 'info'));
  return { changed, kept: pairs.filter((pair) => !changed.includes(pair)), added, removed };
}

/** What the receivers of webhooks change, before their endpoints get the new version. */
function writeWebhooks(base: ContractLock, revision: ContractLock, findings: readonly Finding[]): readonly string[] {
  const [from, to] = [base, revision].map(({ document }) => listWebhooks(openDocument(document))) as [
    ReadonlyMap<string, Operation>,
    ReadonlyMap<string, Operation>,
  ];
  const sections = [...to].flatMap(([key, { method, path }]) => {
    const own = findings.filter((one) => one.path === path && one.method === method);
    if (!from.has(key) || own.length === 0) return [];
    return [writeSection(codeSpan(path), own)];
  });
  const lists = [
    ['Removed', from, to],
    ['New', to, from],
  ] as const;
  const others = lists.flatMap(([word, having, lacking]) => {
    const names = [...having].flatMap(([key, { path }]) => (lacking.has(key) ? [] : [codeSpan(path)]));
    return names.length === 0 ? [] : [`${word}: ${joinWords(names, 'and')}.`];
  });
  if (sections.length + others.length === 0) return [];
  return [
    '## Webhooks',
    'An endpoint gets the bodies of its own version until its owner gives it another: change the receiver first.',
    ...sections,
    ...others,
  ];
}

/** A section per change, with its description, what it does with each schema, and the operations that it changed. */
function writeChanges({ version, changes }: ChangedVersion, steps: readonly UpgradeStep[]): readonly string[] {
  const known = steps.find((step) => step.version === version)?.changes ?? [];
  return changes.flatMap(({ id, title, description, operations }) => [
    `### ${escapeMarkdown(title)}`,
    ...(description === null ? [] : [escapeControls(description.trim())]),
    `Since version ${escapeMarkdown(version)}${operations.length > 0 ? `, in ${joinWords(operations.map(codeSpan), 'and')}` : ''}.`,
    ...(known.find((one) => one.id === id)?.subjects ?? []).flatMap((subject) => {
      const parts = subjectParts(subject);
      return parts.length === 0 ? [] : [`#### ${codeSpan(subject.name)}`, ...parts];
    }),
  ]);
}

/** The same in the code of a consumer with the typed client; nothing for versions that name no module. */
function clientWords(...versions: readonly [base: string, revision: string]): readonly string[] {
  if (!versions.every((version) => /^[\w.~-]+$/.test(version))) return [];
  const [older, newer] = versions.map((version) => `import { createClient } from './api/v${version}.js';`);
  const command = `svc upgrade v${versions.join(' v')} --in src`;
  return [
    `With the typed client, \`${command}\` edits what the changes decide, and shows the rest:`,
    `\`\`\`diff\n-${older}\n+${newer}\n\`\`\``,
  ];
}

/** Lines of a diff in the code of a consumer with the typed client. */
const codeOf = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`With the typed client:\n\n${fenceDiff(lines.map(escapeControls))}`];

/** How a request asks for a version, in Markdown. */
function nameVersion({ version, document }: ContractLock): string {
  const scheme = version === null ? null : lockedScheme(document);
  return scheme?.askFor(version!).instruction ?? escapeMarkdown(`Call version ${version}.`);
}

function writeSection(title: string, findings: readonly Finding[]): string {
  const words = { error: '**breaks**', warning: '**may break**', info: 'note' };
  return `### ${title}\n\n${findings
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ level, message, id }) => `- ${words[level]}: ${escapeMarkdown(message)} (\`${id}\`)`)
    .join('\n')}`;
}

const rank = ({ level }: Finding) => ['error', 'warning', 'info'].indexOf(level);
const heading = (base: Operation, revision: Operation) =>
  nameOperation(base) === nameOperation(revision)
    ? codeSpan(nameOperation(base))
    : `${codeSpan(nameOperation(base))} → ${codeSpan(nameOperation(revision))}`;

function summaryOf({ node }: Operation): string {
  const summary = textAt(node['summary']);
  return summary === null ? '' : `: ${escapeMarkdown(summary)}`;
}
