import { html, type Html } from '../text/html.js';
import { NEXT } from '../text/version-order.js';
import type { PageContent } from './page-content.js';

/** Where the page's script says what the reader must change; the page itself is the same for everybody. */
export function yourVersion({ version, versions, links, today }: PageContent): Html | null {
  const released = versions.filter((one) => one.version !== NEXT);
  if (version === null || released.length < 2) return null;
  const known = released.map((one, index) => [one.version, one.sunset, index === 0 ? null : links.pair(one.version)]);
  return html`<section class="yours" aria-label="Your version" hidden data-shown="${version}" data-today="${today}" data-versions="${JSON.stringify(known)}"${links.ownUsage !== null && html` data-usage="${links.ownUsage}"`}></section>`;
}
