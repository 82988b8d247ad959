import type { Finding } from '../diff/finding.js';
import type { Level } from '../report/level.js';
import { countOf } from '../text/join-words.js';
import type { OperationDifferences } from './differences.js';
import { alignVersions } from './differences.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { methodAndPath } from './marks.js';
import type { PageContent, PageStep } from './page-content.js';
import { changesOf, nameOfSide } from './previews.js';
import type { ReadOperation } from './read-document.js';

/** What changed in an operation since the version before: the changes with their titles, then each difference. */
export function differenceNote(
  operation: ReadOperation,
  differences: OperationDifferences | null,
  content: PageContent,
): Html | null {
  const { step } = content;
  if (step === null) return null;
  if (differences === null)
    return alignVersions(step).added.has(operation)
      ? html`<p class="difference"><span class="mark new">new</span> New in ${nameOfSide(content)}: ${step.name} does not have it.</p>`
      : null;
  const own = changesOf(operation, content);
  const { findings, movedFrom } = differences;
  if (own.length === 0 && findings.length === 0 && movedFrom.length === 0) return null;
  const before = step.link({ kind: 'operation', operation: differences.base });
  return html`
<section class="difference" aria-label="Differences from ${step.name}">
  <p><span class="mark changed">changed</span> Different from <a href="${before}">${step.name}</a></p>
  ${own.map(({ title, description }) => html`<div class="change"><strong>${title}</strong>${renderMarkdown(description)}</div>`)}
  ${movedList(differences, step)}
  ${findings.length > 0 && html`<details${own.length === 0 && findings.length <= 6 && html` open`}><summary>${countOf(findings.length, 'difference')}</summary>${findingList(findings)}</details>`}
</section>`;
}

/** Where an operation was in the version before. */
export function movedList({ movedFrom }: OperationDifferences, { link }: PageStep): Html | null {
  if (movedFrom.length === 0) return null;
  return html`<p class="moved">Moved from ${movedFrom.map((operation, index) => html`${index > 0 && ' and '}<a href="${link({ kind: 'operation', operation })}">${methodAndPath(operation)}</a>`)} <small class="severity">breaking</small></p>`;
}

const severity: Readonly<Record<Level, string | null>> = { error: 'breaking', warning: 'may break', info: null };

/** Differences in words, each with what it means for a client. */
export function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">${findings.map(
    ({ message, level }) =>
      html`<li class="${level}">${message}${severity[level] !== null && html` <small class="severity">${severity[level]}</small>`}</li>`,
  )}</ul>`;
}
