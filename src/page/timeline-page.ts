import type { ListedRoute } from '../routing/table/route.js';
import type { ReleaseDays } from '../routing/versioning/versions.js';
import { readableDate } from '../text/date.js';
import { countOf } from '../text/join-words.js';
import { drawTimeline, timelineColours } from '../export/timeline/draw-timeline.js';
import { html, Html } from '../text/html.js';
import { listLifecycle } from '../contract/lifecycle/list-lifecycle.js';
import type { ContractLock } from '../contract/lock/contract-lock.js';
import type { LifecycleEntry } from '../contract/lifecycle/lifecycle-entry.js';
import { lifecycleRows, type LifecycleRow, type UsersOfRow } from '../export/timeline/lifecycle-rows.js';
import type { PageContent } from './page-content.js';
import { changesOverTime } from './change-list.js';

interface Timeline {
  readonly routes: readonly ListedRoute[];
  readonly asOf: Date;
  /** The calls of each version, for those who may read them; null for everybody else. */
  readonly calls: ReadonlyMap<string | null, number> | null;
  /** Who still uses a row, where that is known and may be read; null otherwise. */
  readonly users: UsersOfRow | null;
  /** Deprecated parameters and properties, each with who still uses it where that is known. */
  readonly members: readonly LifecycleEntry[];
}

/** The deprecated parameters and properties of the documents of some versions, as of a day. */
export const deprecatedMembers = (documents: readonly ContractLock[], day: string): readonly LifecycleEntry[] =>
  listLifecycle([], documents, day);

/** Versions, deprecations and sunsets on one time axis, then as a table, then what each version changed. */
export function timelinePage(content: PageContent, { routes, asOf, calls, users, members }: Timeline): Html {
  const released: ReleaseDays = (version) => content.versions.find((one) => one.version === version)?.released ?? null;
  const rows = lifecycleRows(routes, released);
  const isDated = rows.some((row) => row.released !== null);
  const cells = rows.map((row, index) => [
    tableRow(row, isDated, users && usersCell(row.deprecation && users(row))),
    rows[index + 1]?.version !== row.version &&
      members
        .filter(({ version }) => version === row.version)
        .map((member) => tableRow(memberRow(member), isDated, users && usersCell(member.users ?? null))),
  ]);
  return html`
<article class="timeline-page">
  <header><h1 id="page-heading" tabindex="-1">Versions over time</h1></header>
  <div class="timeline" role="region" aria-label="Timeline" tabindex="0">${new Html(drawTimeline(routes, { asOf, released, ...(calls && { notes: notesOf(calls) }) }))}</div>
  <ul class="key"><li>${swatch(timelineColours.served)} served</li><li>${swatch(timelineColours.deprecated)} deprecated, still served</li>${rows.some(({ deprecation }) => deprecation?.brownouts) && html`<li>${swatch(timelineColours.brownout)} brownout: no answers</li>`}<li>${sunsetMark} sunset: removed on that day</li></ul>
  <div class="table" role="region" aria-label="Dates" tabindex="0"><table>
    <thead><tr><th scope="col">${members.length > 0 ? 'What' : 'Version or operations'}</th><th scope="col">Count</th>${isDated && html`<th scope="col">Released</th>`}<th scope="col">Deprecated since</th><th scope="col">Served until</th>${users && html`<th scope="col">Still used by</th>`}<th scope="col">Details</th></tr></thead>
    <tbody>${cells}</tbody>
  </table></div>
  ${changesOverTime(content)}
</article>`;
}

const notesOf = (calls: ReadonlyMap<string | null, number>) =>
  new Map(
    [...calls].map(([version, count]) => [version, `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`]),
  );

function swatch(colour: string): Html {
  return html`<svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="${colour}"/></svg>`;
}

const sunsetMark = html`<svg width="14" height="14" aria-hidden="true"><line x1="7" y1="0" x2="7" y2="14" stroke="currentColor" stroke-width="2.5"/></svg>`;

/** What a row of the table shows. */
type TableRow = Pick<LifecycleRow, 'label' | 'level' | 'released' | 'names' | 'deprecation'> & {
  readonly operations: number | null;
};

const memberRow = ({ name, since, sunset, link }: LifecycleEntry): TableRow => ({
  label: name,
  level: 1,
  released: null,
  operations: null,
  names: [],
  deprecation: { since, sunset, link },
});

function tableRow(row: TableRow, isDated: boolean, used: Html | null): Html {
  const { label, level, released, operations, names, deprecation } = row;
  const date = (iso: string | null | undefined) =>
    iso ? html`<time datetime="${iso}">${readableDate(iso)}</time>` : '';
  return html`
      <tr${level === 1 && html` class="part"`}><th scope="row">${names.length > 1 ? folded(label, names) : label}</th><td>${operations}</td>${isDated && html`<td>${level === 0 && date(released)}</td>`}<td>${date(deprecation?.since)}</td><td>${date(deprecation?.sunset)}</td>${used}<td>${
        deprecation?.link && html`<a href="${deprecation.link}">${deprecation.link}</a>`
      }</td></tr>`;
}

/** The most consumers that are shown before the others fold. */
const shownUsers = 5;

/** Who must move before what is deprecated goes. */
function usersCell(names: readonly string[] | null): Html {
  if (names === null) return html`<td></td>`;
  if (names.length === 0) return html`<td>no known consumer</td>`;
  return html`<td>${names.length > shownUsers ? folded(countOf(names.length, 'consumer'), names) : names.join(', ')}</td>`;
}

function folded(label: string, names: readonly string[]): Html {
  return html`<details><summary>${label}</summary><ul>${names.map((name) => html`<li>${name}</li>`)}</ul></details>`;
}
