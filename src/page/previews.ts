import { html, type Html } from '../text/html.js';
import { joinWords } from '../text/join-words.js';
import { previewField } from '../text/preview-field.js';
import { versionInWords } from '../text/version-order.js';
import type { PageSubject } from './links.js';
import { dayElement, methodAndPath } from './marks.js';
import { renderMarkdown } from './markdown.js';
import type { PageContent, PagePreview } from './page-content.js';
import type { ReadOperation } from './read-document.js';

type Shown = Pick<PageContent, 'version' | 'previews'>;

const isOn = ({ isOn: on }: PagePreview) => on;

/** `version 2`, `version 2 with tags-2026-11`: what the page shows. */
export function nameOfSide({ version, previews }: Shown): string {
  const name = version === null ? 'this API' : versionInWords(version);
  const on = previews.filter(isOn);
  return on.length === 0
    ? name
    : `${name} with ${joinWords(
        on.map((one) => one.name),
        'and',
      )}`;
}

/** The declared changes of an operation: those of the previews that are on, else those of the versions since the one before. */
export function changesOf(
  { method, path }: ReadOperation,
  { version, versions, previews, step }: PageContent,
): readonly { readonly title: string; readonly description: string | null }[] {
  const on = previews.filter(isOn);
  if (on.length > 0)
    return on.filter(({ operations }) => operations.some((one) => one.method === method && one.path === path));
  const names = versions.map((one) => one.version);
  const start = step?.version ? names.indexOf(step.version) + 1 : names.indexOf(version ?? '');
  return versions
    .slice(start, names.indexOf(version ?? '') + 1)
    .flatMap(({ changes = [] }) => changes)
    .filter(({ operations }) => operations.includes(`${method} ${path}`));
}

/** Says on every page which previews it shows, and turns them off. */
export function previewBar({ previews, links }: PageContent, subject: PageSubject): Html | null {
  const on = previews.filter(isOn);
  if (on.length === 0) return null;
  const key = subject.kind === 'operation' ? subject.operation.key : null;
  const off = (preview: PagePreview) => links.having(namesOf(on.filter((one) => one !== preview)), key);
  return html`
<section class="previews on" aria-label="Previews that are on">
  <ul>${on.map(
    (one) => html`
    <li>${previewWord} ${heading(one)} ${end(one)}${action(off(one), 'Turn off', one)}</li>`,
  )}
  </ul>
  <p class="quiet">Requests send <code>${previewField}: ${namesOf(on).join(', ')}</code>.</p>
</section>`;
}

/** The previews that an operation has when they are on. */
export function previewNote({ key }: ReadOperation, { previews, links }: PageContent): Html | null {
  const off = previews.filter((one) => !one.isOn && one.operations.some((operation) => operation.key === key));
  const on = namesOf(previews.filter(isOn));
  const notes = off.flatMap((one) => {
    const href = links.having([...on, one.name].toSorted(), key);
    return href === null
      ? []
      : [html`<li>${previewWord} ${heading(one)} ${end(one)}${action(href, 'Turn on', one)}</li>`];
  });
  return notes.length === 0 ? null : html`<section class="previews" aria-label="Previews"><ul>${notes}</ul></section>`;
}

/** What is beside the version, with the operations that it touches. */
export function previewList({ previews, links }: PageContent): Html | null {
  if (previews.length === 0) return null;
  const on = namesOf(previews.filter(isOn));
  return html`
<section class="changes previews" id="previews"><h2>Previews</h2><p class="quiet">Features that are not finished. A request that names one in <code>${previewField}</code> gets it.</p>
  <ul class="change-list">${previews.map((one) => {
    const names = one.isOn ? on.filter((name) => name !== one.name) : [...on, one.name].toSorted();
    const shown = one.isOn ? on : names;
    return html`
    <li>${heading(one)} ${end(one)}${action(links.having(names, null), one.isOn ? 'Turn off' : 'Turn on', one)}${renderMarkdown(one.description)}${
      one.operations.length > 0 &&
      html`<ul class="where">${one.operations.map(({ method, path, key, isNew }) => {
        const href = links.having(shown, key);
        const words = methodAndPath({ method, path });
        return html`<li>${href === null ? words : html`<a href="${href}">${words}</a>`}${isNew && html` <span class="mark new">new</span>`}</li>`;
      })}</ul>`
    }</li>`;
  })}</ul>
</section>`;
}

/** Marks an operation that previews are on in, after a space. */
export const previewMark = ({ previews }: ReadOperation): Html | null =>
  previews.length === 0 ? null : html` ${previewWord}`;

const namesOf = (previews: readonly PagePreview[]) => previews.map(({ name }) => name);

const previewWord = html`<span class="mark preview">preview</span>`;

const heading = ({ name, title }: PagePreview) =>
  html`<strong>${title}</strong>${title !== name && html` <code>${name}</code>`}`;

const end = ({ expires, link }: PagePreview) =>
  html`<span class="quiet">${expires === null ? 'no end yet' : html`until ${dayElement(expires)}`}</span>${link !== null && html` <a href="${link}" data-outside>About it</a>`}`;

const action = (href: string | null, words: string, { name }: PagePreview) =>
  href === null ? null : html` <a class="action" href="${href}" aria-label="${words} ${name}">${words}</a>`;
