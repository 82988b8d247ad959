import type { PageOptions } from '../../routing/table/service-options.js';
import { readableDate } from '../../text/date.js';
import { drawTimeline, timelineColours } from './draw-timeline.js';
import { html, Html } from './html.js';
import { lifecycleRows, type LifecycleRow } from './lifecycle-rows.js';
import { changesOverTime } from './render-changes.js';
import { renderShell } from './render-shell.js';
import { versionLinks } from './version-links.js';

interface OverviewContent {
  readonly asOf: Date;
  readonly pageUrl: string;
  /** The calls of each version, for those who may read them; null for everybody else. */
  readonly calls: ReadonlyMap<string | null, number> | null;
}

/** The overview page: versions, deprecations and sunsets on one time axis, then as a table. */
export function renderOverview(options: PageOptions, { asOf, pageUrl, calls }: OverviewContent): string {
  const { title, nonce, routes } = options;
  const rows = lifecycleRows(routes);
  return renderShell({
    title: `${title}: versions over time`,
    nonce,
    skip: { to: 'timeline-heading', label: 'Skip to the timeline' },
    body: html`
<header class="top">
  <h1>${title}: versions over time</h1>
  ${versionLinks(options, null)}
  <p class="links"><a href="${pageUrl}">Operations</a></p>
</header>
<main class="page">
  <h2 id="timeline-heading" tabindex="-1">Timeline</h2>
  <div class="timeline" role="region" aria-labelledby="timeline-heading" tabindex="0">${new Html(drawTimeline(routes, { asOf, ...(calls && { notes: notesOf(calls) }) }))}</div>
  <ul class="key"><li>${swatch(timelineColours.served)} served</li><li>${swatch(timelineColours.deprecated)} deprecated, still served</li>${rows.some(({ deprecation }) => deprecation?.brownouts) && html`<li>${swatch(timelineColours.brownout)} brownout: no answers</li>`}<li>${sunsetMark} sunset: removed on that day</li></ul>
  <table class="facts">
    <thead><tr><th scope="col">Version or operations</th><th scope="col">Count</th><th scope="col">Deprecated since</th><th scope="col">Served until</th><th scope="col">Details</th></tr></thead>
    <tbody>${rows.map(tableRow)}</tbody>
  </table>
  ${changesOverTime(options)}
</main>`,
  });
}

const notesOf = (calls: ReadonlyMap<string | null, number>) =>
  new Map(
    [...calls].map(([version, count]) => [version, `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`]),
  );

function swatch(colour: string): Html {
  return html`<svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="${colour}"/></svg>`;
}

const sunsetMark = html`<svg width="14" height="14" aria-hidden="true"><line x1="7" y1="0" x2="7" y2="14" stroke="currentColor" stroke-width="2.5"/></svg>`;

function tableRow({ label, level, operations, names, deprecation }: LifecycleRow): Html {
  const date = (iso: string | null | undefined) =>
    iso ? html`<time datetime="${iso}">${readableDate(iso)}</time>` : '';
  return html`
      <tr${level === 1 && html` class="part"`}><th scope="row">${names.length > 1 ? folded(label, names) : label}</th><td>${operations}</td><td>${date(deprecation?.since)}</td><td>${date(deprecation?.sunset)}</td><td>${
        deprecation?.link && html`<a href="${deprecation.link}">${deprecation.link}</a>`
      }</td></tr>`;
}

function folded(label: string, names: readonly string[]): Html {
  return html`<details><summary>${label}</summary><ul>${names.map((name) => html`<li>${name}</li>`)}</ul></details>`;
}
