import { readableDate } from '../document/words.js';
import { html, type Html } from './html.js';

/** Marks what is deprecated, with the day on which it goes away where there is one. */
export function sunsetBadge(sunset: string | null | undefined): Html {
  return html`<span class="badge">deprecated${sunset && html`, until <time datetime="${sunset}">${readableDate(sunset)}</time>`}</span>`;
}
