import type { Level } from '../report/level.js';
import { countOf } from '../text/join-words.js';
import { type Changed, changedOperations } from './changed-operations.js';
import { alignVersions, type OperationDifferences } from './differences.js';
import { html, type Html } from '../text/html.js';
import { versionAsTitle } from '../text/version-order.js';
import type { PageContent, PageStep } from './page-content.js';
import { changesOf, nameOfSide } from './previews.js';
import type { ReadOperation } from './read-document.js';
import { changesOverTime } from './change-list.js';
import { beforeAndAfter, sideBySide } from './comparison.js';
import { changeWords, movedList } from './difference-note.js';
import { differenceList } from './difference-words.js';
import { dayElement, methodAndPath } from './marks.js';
import { versionBar } from './lifecycle-bar.js';
import { yourVersion } from './your-version.js';
import { webhookGuide } from './webhooks.js';

/** The guide from the version before, operation by operation, and what each version changed. */
export async function changesPage(content: PageContent): Promise<Html> {
  const { step, version } = content;
  return html`
<article class="changes-page">
  <header><h1 id="page-heading" tabindex="-1">${step === null ? 'Changes' : `From ${step.name} to ${nameOfSide(content)}`}</h1>${versionBar(content, { kind: 'changes' })}</header>
  ${step?.isChosen ? null : yourVersion(content)}
  ${step === null ? html`<p>${version === null ? 'Choose a version to see how to migrate to it.' : `Version ${version} is the first one: there is nothing to migrate from.`}</p>` : guide(content, step, await changedOperations(content, step))}
  ${webhookGuide(content)}
  ${changesOverTime(content)}
</article>`;
}

/** A guide of more operations has examples of the first ones only; each has its own comparison. */
const mostCompared = 60;

const groups = [
  ['error', 'Required changes', 'A client that calls these must change.'],
  ['warning', 'Possible changes', 'These may break some clients.'],
  ['info', 'Compatible changes', 'Existing clients keep working.'],
] as const;

function guide(content: PageContent, step: PageStep, changed: readonly Changed[]): Html {
  const { links, version } = content;
  const { added, removed, partners } = alignVersions(step);
  const kept = partners.size - changed.length;
  let room = mostCompared;
  const examplesOf = (operation: ReadOperation, { base }: OperationDifferences) =>
    step.version !== null && room-- > 0
      ? beforeAndAfter(operation, base, content).map((pair) => sideBySide(pair, step, nameOfSide(content)))
      : null;
  const count = (level: Level) => changed.filter((one) => one.level === level).length;
  return html`
  ${step.isChosen && callersOf(content, step, count('error') + removed.length, partners.size + removed.length)}
  <p class="lead">${countOf(count('error'), 'operation')} ${count('error') === 1 ? 'needs' : 'need'} changes, ${removed.length} ${removed.length === 1 ? 'is' : 'are'} gone, ${added.size} ${added.size === 1 ? 'is' : 'are'} new, ${kept} ${kept === 1 ? 'stays' : 'stay'} the same.</p>
  ${groups.map(([level, title, explanation]) => {
    const own = changed.filter((one) => one.level === level);
    return own.length === 0
      ? null
      : html`<section><h2>${title}</h2><p class="quiet">${explanation}</p>${own.map(({ operation, differences }) => html`<section class="change" id="${operation.key}"><h3>${operationLink(operation, links.operation(operation.slug))}</h3>${changeWords(changesOf(operation, content))}${movedList(differences, step)}${differenceList(differences.findings)}${examplesOf(operation, differences)}</section>`)}</section>`;
  })}
  ${removed.length > 0 && html`<section><h2>Gone</h2><p class="quiet">${version === null ? 'This API' : versionAsTitle(version)} does not have these.</p><ul class="users">${removed.map((operation) => html`<li id="gone-${operation.key}">${operationLink(operation, step.link({ kind: 'operation', operation }))}</li>`)}</ul></section>`}
  ${added.size > 0 && html`<section><h2>New</h2><ul class="users">${[...added].map((operation) => html`<li>${operationLink(operation, links.operation(operation.slug))}</li>`)}</ul></section>`}`;
}

/** What a caller of the older version has to do, and until when. */
function callersOf({ versions, today }: PageContent, { name, version }: PageStep, changing: number, all: number): Html {
  const sunset = versions.find((one) => one.version === version)?.sunset;
  const words = `${changing} of your ${countOf(all, 'operation')} must change`;
  return html`<p class="yours"><strong>You call ${name}:</strong> ${changing === 0 ? 'none of your operations must change' : words}${sunset && html` by ${dayElement(sunset, today)}`}.</p>`;
}

function operationLink(operation: ReadOperation, href: string): Html {
  return html`<a href="${href}">${methodAndPath(operation)}</a> <span class="quiet">${operation.summary}</span>`;
}
