import { dayInWords, millisecondsPerDay } from '../text/date.js';
import { countOf } from '../text/join-words.js';
import { html, type Html } from '../text/html.js';
import { dayElement } from './marks.js';
import type { ReadOperation } from './read-document.js';

/** The life of an operation as a bar from its deprecation to its last day, with today, and the same in words; null for one that stays. */
export function lifecycleBar(
  { deprecated, since, sunset, brownouts }: Pick<ReadOperation, 'deprecated' | 'since' | 'sunset' | 'brownouts'>,
  today: string,
): Html | null {
  if (!deprecated || sunset === null) return null;
  const start = since === null ? null : Date.parse(since);
  const [end, now] = [Date.parse(sunset), Date.parse(today)];
  const from = Math.min(start ?? now, now) - 60 * millisecondsPerDay;
  const to = Math.max(end, now) + 30 * millisecondsPerDay;
  const at = (time: number) => Math.round(((time - from) / (to - from)) * 1000) / 10;
  const rest = Math.ceil((end - now) / millisecondsPerDay);
  const next = brownouts.find((one) => Date.parse(one.to) > now);
  const band = (kind: string, left: number, right: number) =>
    html`<rect class="${kind}" x="${left}" y="3" width="${Math.max(right - left, 0.4)}" height="6"/>`;
  return html`<div class="lifecycle"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">${band('promised', 0, at(start ?? from))}${band('deprecated', at(start ?? from), at(end))}${brownouts.map((one) => band('brownout', at(Date.parse(one.from)), at(Date.parse(one.to))))}${band('sunset', at(end), at(end))}<rect class="today" x="${at(now)}" y="0" width="0.5" height="12"/></svg>
      <p>${since !== null && html`<span>deprecated ${dayElement(since, today)}</span>`}<span class="today">today ${dayInWords(today, today)}</span>${next !== undefined && html`<span>brownout ${dayElement(next.from, today)}</span>`}<span class="leaves">${rest > 0 ? html`leaves ${dayElement(sunset, today)}, in ${countOf(rest, 'day')}` : html`left ${dayElement(sunset, today)}`}</span></p></div>`;
}
