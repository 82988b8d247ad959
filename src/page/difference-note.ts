import { countOf } from '../text/join-words.js';
import type { OperationDifferences } from './differences.js';
import { alignVersions } from './differences.js';
import { beforeAndAfter, sideBySide } from './comparison.js';
import { differenceList } from './difference-words.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { methodAndPath } from './marks.js';
import type { PageContent, PageStep } from './page-content.js';
import { changesOf, nameOfSide } from './previews.js';
import type { ReadOperation } from './read-document.js';

/** What changed in an operation since the version before: what the authors of the changes say, each difference, and examples of both. */
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
  const { findings, movedFrom, base } = differences;
  if (own.length === 0 && findings.length === 0 && movedFrom.length === 0) return null;
  const compare =
    step.version !== null && !step.isChosen && content.version !== null
      ? content.links.comparing(step.version, content.version, { kind: 'operation', operation })
      : null;
  return html`
<section class="difference" aria-label="Differences from ${step.name}">
  <h2>What changes for you</h2>
  <p class="quiet">From <a href="${step.link({ kind: 'operation', operation: base })}">${step.name}</a> to ${nameOfSide(content)}${compare !== null && html` · <a href="${compare}">Compare side by side</a>`}</p>
  ${changeWords(own)}
  ${movedList(differences, step)}
  ${findings.length > 0 && html`<details${(step.isChosen || (own.length === 0 && findings.length <= 6)) && html` open`}><summary>${countOf(findings.length, 'difference')}</summary>${differenceList(findings, content.mostRows)}${findings.length > content.mostRows && html`<p><a href="${content.links.changes}#${operation.key}">All of them</a></p>`}</details>`}
  ${step.isChosen && beforeAndAfter(operation, base, content).map((pair) => sideBySide(pair, step, nameOfSide(content)))}
</section>`;
}

/** What the authors of changes say of them. */
export const changeWords = (changes: ReturnType<typeof changesOf>): readonly Html[] =>
  changes.map(
    ({ title, description }) => html`<div class="change"><strong>${title}</strong>${renderMarkdown(description)}</div>`,
  );

/** Where an operation was in the version before. */
export function movedList({ movedFrom }: OperationDifferences, { link }: PageStep): Html | null {
  if (movedFrom.length === 0) return null;
  return html`<p class="moved">Moved from ${movedFrom.map((operation, index) => html`${index > 0 && ' and '}<a href="${link({ kind: 'operation', operation })}">${methodAndPath(operation)}</a>`)} <small class="severity">breaking</small></p>`;
}
