import { dayInWords, millisecondsPerDay } from '../text/date.js';
import { countOf } from '../text/join-words.js';
import { html, type Html } from '../text/html.js';
import { dayElement } from './marks.js';
import { NEXT } from '../text/version-order.js';
import type { PageSubject } from './links.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';

/** When something was deprecated, and when it leaves. */
export type Life = Pick<ReadOperation, 'deprecated' | 'since' | 'sunset' | 'brownouts'>;

/** The bar under a title: of what leaves, of what is promised, or of what is not released; null where no version promises anything. */
export function titleBar(life: Life, content: PageContent, subject: PageSubject): Html | null {
  return lifecycleBar(life, content.today, releasedOf(content)) ?? openBar(life, content, subject);
}

const releasedOf = ({ versions, version }: Pick<PageContent, 'versions' | 'version'>) =>
  versions.find((one) => one.version === version)?.released ?? null;

/** The bar of a version. */
export function versionBar(content: PageContent, subject: PageSubject): Html | null {
  const own = content.versions.find((one) => one.version === content.version);
  return own ? titleBar(own, content, subject) : null;
}

/** Without a last day: today is in the middle, and what is not released at the end. */
function openBar({ deprecated, since }: Life, content: PageContent, subject: PageSubject): Html | null {
  const { version, versions, today, links } = content;
  if (version === null) return null;
  const day = html`<span class="today">today ${dayInWords(today, today)}</span>`;
  if (version === NEXT)
    return bar(html`${band('next', 0, 100)}${todayBand(50)}`, html`${day}<span>not released</span>`);
  const released = releasedOf(content);
  const follows = versions.some((one) => one.version === NEXT);
  const start = deprecated && since !== null ? (since.slice(0, 10) <= today ? 25 : 65) : null;
  const end = follows ? 80 : 100;
  return bar(
    html`${band('promised', 0, start ?? end)}${start !== null && band('deprecated', start, end)}${follows && band('next', end, 100)}${todayBand(50)}`,
    html`${releasedWords(released, today)}${start === null ? html`<span>promised</span>` : html`<span>deprecated ${dayElement(since!, today)}</span>`}${day}${deprecated && html`<span>no last day yet</span>`}${follows && html`<span><a href="${links.inVersion(NEXT, subject)}">next</a>, not released</span>`}`,
  );
}

const releasedWords = (released: string | null, today: string) =>
  released !== null && html`<span>released ${dayElement(released, today)}</span>`;

const band = (kind: string, left: number, right: number) =>
  html`<rect class="${kind}" x="${left}" y="3" width="${Math.max(right - left, 0.4)}" height="6"/>`;

const todayBand = (at: number) => html`<rect class="today" x="${at}" y="0" width="0.5" height="12"/>`;

const bar = (bands: Html, words: Html) =>
  html`<div class="lifecycle"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">${bands}</svg>
      <p>${words}</p></div>`;

/** The life of an operation as a bar from its deprecation to its last day, with today, and the same in words; null for one that stays. */
export function lifecycleBar(
  { deprecated, since, sunset, brownouts }: Life,
  today: string,
  released: string | null = null,
): Html | null {
  if (!deprecated || sunset === null) return null;
  const start = since === null ? null : Date.parse(since);
  const [end, now] = [Date.parse(sunset), Date.parse(today)];
  const from = Math.min(start ?? now, now) - 60 * millisecondsPerDay;
  const to = Math.max(end, now) + 30 * millisecondsPerDay;
  const at = (time: number) => Math.round(((time - from) / (to - from)) * 1000) / 10;
  const rest = Math.ceil((end - now) / millisecondsPerDay);
  const next = brownouts.find((one) => Date.parse(one.to) > now);
  return bar(
    html`${band('promised', 0, at(start ?? from))}${band('deprecated', at(start ?? from), at(end))}${brownouts.map((one) => band('brownout', at(Date.parse(one.from)), at(Date.parse(one.to))))}${band('sunset', at(end), at(end))}${todayBand(at(now))}`,
    html`${releasedWords(released, today)}${since !== null && html`<span>deprecated ${dayElement(since, today)}</span>`}<span class="today">today ${dayInWords(today, today)}</span>${next !== undefined && html`<span>brownout ${dayElement(next.from, today)}</span>`}<span class="leaves">${rest > 0 ? html`leaves ${dayElement(sunset, today)}, in ${countOf(rest, 'day')}` : html`left ${dayElement(sunset, today)}`}</span>`,
  );
}
