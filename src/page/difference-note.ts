import { versionInWords } from '../text/version-order.js';
import type { Finding } from '../diff/finding.js';
import type { Level } from '../report/level.js';
import { countOf } from '../text/join-words.js';
import type { OperationDifferences } from './differences.js';
import { alignVersions } from './differences.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';

/** What changed in an operation since the version before: the changes with their titles, then each difference. */
export function differenceNote(
  operation: ReadOperation,
  differences: OperationDifferences | null,
  { step, version, versions, links }: PageContent,
): Html | null {
  if (step === null) return null;
  if (differences === null)
    return alignVersions(step).added.has(operation)
      ? html`<p class="difference"><span class="mark new">new</span> New in ${versionInWords(version!)}: ${versionInWords(step.previous)} does not have it.</p>`
      : null;
  const { changes = [] } = versions.find((one) => one.version === version) ?? {};
  const name = `${operation.method} ${operation.path}`;
  const own = changes.filter(({ operations }) => operations.includes(name));
  const { findings, movedFrom } = differences;
  if (own.length === 0 && findings.length === 0 && movedFrom.length === 0) return null;
  const before = links.inVersion(step.previous, { kind: 'operation', operation: differences.base });
  return html`
<section class="difference" aria-label="Differences from version ${step.previous}">
  <p><span class="mark changed">changed</span> Different from <a href="${before}">version ${step.previous}</a></p>
  ${own.map(({ title, description }) => html`<div class="change"><strong>${title}</strong>${renderMarkdown(description)}</div>`)}
  ${movedList(differences, links, step)}
  ${findings.length > 0 && html`<details${own.length === 0 && findings.length <= 6 && html` open`}><summary>${countOf(findings.length, 'difference')}</summary>${findingList(findings)}</details>`}
</section>`;
}

/** Where an operation was in the version before. */
export function movedList(
  { movedFrom }: OperationDifferences,
  links: PageContent['links'],
  { previous }: NonNullable<PageContent['step']>,
): Html | null {
  if (movedFrom.length === 0) return null;
  return html`<p class="moved">Moved from ${movedFrom.map((operation, index) => html`${index > 0 && ' and '}<a href="${links.inVersion(previous, { kind: 'operation', operation })}"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${operation.path}</code></a>`)} <small class="severity">breaking</small></p>`;
}

const severity: Readonly<Record<Level, string | null>> = { error: 'breaking', warning: 'may break', info: null };

/** Differences in words, each with what it means for a client. */
export function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">${findings.map(
    ({ message, level }) =>
      html`<li class="${level}">${message}${severity[level] !== null && html` <small class="severity">${severity[level]}</small>`}</li>`,
  )}</ul>`;
}
