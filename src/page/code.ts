import { escapeHtml } from '../text/escape.js';
import { html, Html } from '../text/html.js';

/** A block of code with a button that copies it; JSON has colours. */
export function codeBlock(text: string, mediaType: string, label: string): Html {
  const body = /json/i.test(mediaType) ? colourJson(text) : html`${text}`;
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${body}</code></pre>${copyButton(`Copy: ${label}`)}</div>`;
}

/** A button that copies a text; it appears with the page's script. */
export function copyable(text: string, label: string): Html {
  return html` <button type="button" class="copy" data-copy="${text}" aria-label="${label}" hidden></button>`;
}

const copyButton = (label: string) => html`<button type="button" class="copy" aria-label="${label}" hidden></button>`;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** JSON with its keys, texts, numbers and words told apart. */
export function colourJson(text: string): Html {
  let done = 0;
  let out = '';
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    const kind = quoted !== undefined ? (colon === undefined ? 's' : 'k') : match[3] !== undefined ? 'w' : 'n';
    const inner = quoted ?? whole;
    out += `${escapeHtml(text.slice(done, match.index))}<i class="${kind}">${escapeHtml(inner)}</i>${colon ?? ''}`;
    done = match.index + whole.length;
  }
  return new Html(out + escapeHtml(text.slice(done)));
}
