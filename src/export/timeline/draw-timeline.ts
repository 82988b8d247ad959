import type { Brownout } from '../../changes/brownouts.js';
import type { ListedRoute } from '../../routing/table/route.js';
import type { ReleaseDays } from '../../routing/versioning/versions.js';
import { countOf } from '../../text/join-words.js';
import { millisecondsPerDay, parseDate, readableDate, readableTime } from '../../text/date.js';
import { html, type Html } from '../../text/html.js';
import { type LifecycleRow, lifecycleRows } from './lifecycle-rows.js';
import type { Deprecation } from '../../changes/deprecation.js';

const width = 960;
const left = 250;
const right = 24;
const top = 44;
const rowHeight = 34;
/** One colour in two strengths: distinguishable in print, with colour blindness, and on light and dark grounds. */
export const timelineColours = {
  served: '#2f6fe4',
  deprecated: '#9dbdf7',
  brownout: '#4b5563',
  today: 'currentColor',
} as const;

/** What a timeline shows besides versions and dates. */
interface TimelineOptions {
  /** A day to mark. */
  readonly asOf?: Date | string;
  readonly released: ReleaseDays;
  /** Texts for the bars of versions. */
  readonly notes?: ReadonlyMap<string | null, string>;
}

/** An SVG of versions, deprecations and sunsets over time, without styles, for a light or dark page. */
export function drawTimeline(
  routes: readonly ListedRoute[],
  { asOf, released, notes = new Map() }: TimelineOptions,
): string {
  const rows = lifecycleRows(routes, released);
  const today = asOf === undefined ? null : (parseDate(asOf)?.getTime() ?? null);
  const dates = rows.flatMap((row) => [row.released, row.deprecation?.since ?? null, row.deprecation?.sunset ?? null]);
  const times = dates.flatMap((iso) => (iso === null ? [] : [Date.parse(iso)]));
  const axis = timeAxis(times.length > 0 && today !== null ? [...times, today] : times);
  const height = top + Math.max(rows.length, 1) * rowHeight + 24;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="timeline-title timeline-text" font-family="system-ui, sans-serif" font-size="13" fill="currentColor">
<title id="timeline-title">Versions over time</title>
<desc id="timeline-text">${rows.map(describeRow).join(' ')}</desc>
${axis ? drawAxis(axis, height) : html`<text x="${left}" y="24" opacity="0.75">Nothing is deprecated.</text>`}
${rows.map((row, index) => drawRow(row, top + index * rowHeight, axis, notes.get(row.version)))}
${axis && today !== null && drawToday(today, axis, height)}
</svg>`.toString();
}

function describeRow({ label, level, operations, deprecation, released }: LifecycleRow): string {
  const count = `${label} (${operations} ${operations === 1 ? 'operation' : 'operations'})`;
  const what = released === null || level === 1 ? count : `${count}, released on ${released}`;
  if (!deprecation) return `${what}.`;
  return `${what}: deprecated${deprecation.since === null ? '' : ` since ${readableDate(deprecation.since)}`}${deprecation.sunset === null ? '' : `, served until ${readableDate(deprecation.sunset)}`}${brownoutText(deprecation)}.`;
}

const brownoutText = ({ brownouts = [] }: Pick<Deprecation, 'brownouts'>) =>
  brownouts.length === 0
    ? ''
    : `, with ${countOf(brownouts.length, 'brownout')} from ${readableTime(brownouts[0]!.from)}`;

function position(time: number, { start, end }: TimeAxis): number {
  const x = left + ((time - start) / (end - start)) * (width - left - right);
  return Math.round(Math.min(Math.max(x, left), width - right) * 10) / 10;
}

function drawAxis(axis: TimeAxis, height: number): Html {
  return html`<g stroke="currentColor" stroke-opacity="0.2">${axis.ticks.map(({ time }) => html`<line x1="${position(time, axis)}" y1="30" x2="${position(time, axis)}" y2="${height - 20}"/>`)}</g>
<g text-anchor="middle" font-size="12">${axis.ticks.map(({ time, label }) => html`<text x="${position(time, axis)}" y="22">${label}</text>`)}</g>`;
}

function drawRow(
  { label, level, deprecation, released }: LifecycleRow,
  y: number,
  axis: TimeAxis | null,
  note: string | undefined,
): Html {
  const start = released !== null && axis ? position(Date.parse(released), axis) : left;
  const since = deprecation && axis ? sinceOf(deprecation.since, start, axis) : width - right;
  const sunset = deprecation?.sunset && axis ? position(Date.parse(deprecation.sunset), axis) : null;
  const end = sunset ?? width - right;
  const bar = level === 0 ? 14 : 10;
  const barTop = y + (rowHeight - bar) / 2 - 4;
  return html`<g>
<text x="${level === 0 ? 8 : 24}" y="${y + 17}"${level === 0 ? html` font-weight="600"` : html` font-size="12"`}>${shorten(label, level === 0 ? 28 : 34)}</text>
<rect x="${start}" y="${barTop}" width="${round(since - start)}" height="${bar}" rx="3" fill="${timelineColours.served}"${released !== null && level === 0 ? html`><title>released on ${released}</title></rect>` : html`/>`}
${
  deprecation &&
  html`<rect x="${since}" y="${barTop}" width="${round(end - since)}" height="${bar}" rx="3" fill="${timelineColours.deprecated}"/>${
    deprecation.since !== null &&
    html`
<circle cx="${since}" cy="${barTop + bar / 2}" r="5" fill="${timelineColours.deprecated}"><title>deprecated since ${readableDate(deprecation.since)}</title></circle>`
  }`
}
${axis && deprecation?.brownouts?.map((one) => drawBrownout(one, axis, barTop, bar))}
${sunset !== null && html`<line x1="${sunset}" y1="${barTop - 4}" x2="${sunset}" y2="${barTop + bar + 4}" stroke="currentColor" stroke-width="2.5"><title>removed on ${readableDate(deprecation!.sunset!)}</title></line>`}
${note !== undefined && level === 0 && html`<text x="${start + 6}" y="${barTop + 11}" font-size="11" fill="#fff">${note}</text>`}
</g>`;
}

/** Where a deprecation starts; one without a date lasts from the beginning. */
const sinceOf = (since: string | null, start: number, axis: TimeAxis) =>
  since === null ? start : Math.max(start, position(Date.parse(since), axis));

/** At least two units wide, or an hour would not show. */
function drawBrownout({ from, to }: Brownout, axis: TimeAxis, top: number, height: number): Html {
  const start = position(Date.parse(from), axis);
  const width = Math.max(2, round(position(Date.parse(to), axis) - start));
  return html`<rect x="${start}" y="${top}" width="${width}" height="${height}" fill="${timelineColours.brownout}"><title>no answers from ${readableTime(from)} to ${readableTime(to)}</title></rect>`;
}

const round = (value: number) => Math.max(0, Math.round(value * 10) / 10);

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function drawToday(time: number, axis: TimeAxis, height: number): Html {
  const x = position(time, axis);
  return html`<line x1="${x}" y1="30" x2="${x}" y2="${height - 18}" stroke="${timelineColours.today}" stroke-width="1.5" stroke-dasharray="4 3" class="today"/><text x="${x}" y="${height - 6}" text-anchor="middle" font-size="11">today</text>`;
}

interface TimeAxis {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly ticks: readonly { readonly time: number; readonly label: string }[];
}

/** Whole months around the times, with at most eleven ticks; null without times. */
function timeAxis(times: readonly number[]): TimeAxis | null {
  if (times.length === 0) return null;
  const first = Math.min(...times);
  const last = Math.max(...times);
  const margin = Math.max((last - first) * 0.06, 30 * millisecondsPerDay);
  const from = monthOf(first - margin);
  const to = monthOf(last + margin) + 1;
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((months) => (to - from) / months <= 10) ?? 240;
  const ticks = [];
  for (let month = Math.ceil(from / step) * step; month <= to; month += step)
    ticks.push({ time: timeOf(month), label: labelOf(month, step) });
  return { start: timeOf(from), end: timeOf(to), ticks };
}

function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const timeOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1);

function labelOf(month: number, step: number): string {
  const year = Math.floor(month / 12);
  return step % 12 === 0 ? String(year) : `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
