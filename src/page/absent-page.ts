import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { versionAsTitle, versionInWords } from '../text/version-order.js';
import { html, type Html } from '../text/html.js';
import { alignVersions } from './differences.js';
import type { PageContent } from './page-content.js';
import type { PageDocument, ReadOperation } from './read-document.js';
import { lifecycleBar, versionBar } from './lifecycle-bar.js';
import { renderMarkdown } from './markdown.js';
import { dayElement, methodAndPath } from './marks.js';
import { versionList } from './version-links.js';

/** An operation that the shown version does not have, as the nearest version has it. */
export interface Elsewhere {
  readonly version: string;
  readonly operation: ReadOperation;
  /** Whether that version comes before the shown one. */
  readonly isOlder: boolean;
  /** What the shown version has instead. */
  readonly movedTo: ReadOperation | null;
  /** The version that no longer has it; null where a later one adds it. */
  readonly goneIn: string | null;
  readonly changes: readonly DeclaredChange[];
}

/** The versions around another one, the nearest older ones first, then the newer ones. */
export function nearestVersions(names: readonly string[], version: string): readonly string[] {
  const at = names.indexOf(version);
  return [...names.slice(0, at).toReversed(), ...names.slice(at + 1)];
}

/** Looks at an operation in the version that has it. */
export function lookElsewhere(
  { reading, version: shown, versions, today }: Pick<PageContent, 'reading' | 'version' | 'versions' | 'today'>,
  { version, operation, reading: from }: { version: string; operation: ReadOperation; reading: PageDocument },
): Elsewhere {
  const names = versions.map((one) => one.version);
  const isOlder = names.indexOf(version) < names.indexOf(shown!);
  const { partners } = alignVersions({ from, to: reading, parameter: undefined, asOf: today });
  const movedTo = [...partners].find(([, base]) => base === operation)?.[0] ?? null;
  const since = isOlder ? names.slice(names.indexOf(version) + 1, names.indexOf(shown!) + 1) : [];
  const address = movedTo && `${movedTo.method} ${movedTo.path}`;
  const changes = versions
    .filter((one) => since.includes(one.version))
    .flatMap((one) => (one.changes ?? []).filter(({ operations }) => address !== null && operations.includes(address)));
  return { version, operation, isOlder, movedTo, goneIn: since[0] ?? null, changes };
}

/** Says that a version does not have an operation, what it has instead, and where to read on. */
export function goneOperationPage(
  { operation, version, isOlder, movedTo, goneIn, changes }: Elsewhere,
  content: PageContent,
): Html {
  const { links, today } = content;
  const { method, path, summary, since, sunset, link, deprecated, key } = operation;
  const there = links.inVersion(version, { kind: 'absent', key });
  return html`
<article class="absent">
  <header>
    <p class="crumb">Not found</p>
    <h1 id="page-heading" tabindex="-1">${method} <span class="path">${path}</span> is not in ${versionInWords(content.version!)}</h1>
    ${lifecycleBar(operation, today) ?? versionBar(content, { kind: 'absent', key })}
    <p class="lead">${summary}. ${isOlder ? html`${versionAsTitle(version)} is the last one that has it.` : html`It comes with ${versionInWords(version)}.`}${
      deprecated &&
      html` There it is deprecated${since && html` since ${dayElement(since, today)}`}${sunset && html`, and answers until ${dayElement(sunset, today)}`}.`
    }</p>
  </header>
  ${changes.map(({ title, description }) => html`<section class="change"><h2>${title}</h2>${renderMarkdown(description)}</section>`)}
  ${
    isOlder &&
    html`<section><h2>What to use instead</h2><p>${
      movedTo
        ? html`<a class="operation-link" href="${links.operation(movedTo.slug)}">${methodAndPath(movedTo)} <span>${movedTo.summary}</span></a>`
        : link === null
          ? html`No operation of ${versionInWords(content.version!)} takes its place.`
          : html`No operation has its address. Its deprecation points to <a href="${link}" data-outside>${link}</a>.`
    }</p></section>`
  }
  <p class="actions"><a class="primary" href="${there}">Read in ${versionInWords(version)}</a>${goneIn !== null && html` <a class="secondary" href="${links.inVersion(goneIn, { kind: 'changes' })}#gone-${key}">How to move</a>`}</p>
</article>`;
}

/** Says that something has no page, and lists the versions with pages. Where the reader chose a version, its lifecycle is below the title. */
export function absentPage(title: string, content: PageContent, subject: 'version' | 'name'): Html {
  return html`
<article class="absent">
  <header><p class="crumb">Not found</p><h1 id="page-heading" tabindex="-1">${title}</h1>
  ${subject === 'name' && versionBar(content, { kind: 'absent', key: null })}
  <p class="lead">${subject === 'version' ? 'The version may have left, or its name may be misspelt.' : 'Its name may be misspelt. The list and the search have what the version has.'}</p></header>
  ${content.versions.length > 0 && html`<section><h2>Versions</h2>${versionList(content)}</section>`}
  <p class="actions"><a class="primary" href="${content.links.home}">Overview</a></p>
</article>`;
}
