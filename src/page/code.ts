import { escapeHtmlText } from '../text/escape.js';
import { html, Html } from '../text/html.js';
import { colourCode, type CodeLanguage, languageOf } from './colour-code.js';

/** A block of code; JSON gets colours. */
export function codeBlock(text: string, mediaType: string, label: string): Html {
  return html`<div class="code">${codeLines(text, null, label, languageOf(mediaType))}</div>`;
}

/** Code that scrolls; the page's script adds the colours of `later`, and a button that copies it. */
export function codeLines(
  text: string,
  language: CodeLanguage | null,
  label: string,
  later: CodeLanguage | null = null,
): Html {
  const pieces =
    language === null
      ? codeText(text)
      : colourCode(text, language).map(([kind, piece]) =>
          kind === null ? codeText(piece) : html`<i class="${kind}">${codeText(piece)}</i>`,
        );
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code${later && html` data-colours="${later}"`}>${pieces}</code></pre>`;
}

/** Code as the text of an element. */
export const codeText = (text: string): Html => new Html(escapeHtmlText(text));

/** A button that copies a text; it appears with the page's script. */
export function copyable(text: string, label: string): Html {
  return html` <button type="button" class="copy" data-copy="${text}" aria-label="${label}" hidden></button>`;
}

interface Tab {
  readonly label: Html | string;
  readonly pane: Html;
  /** The value of its radio button. */
  readonly value: string;
  /** Further attributes of the pane. */
  readonly attributes?: Html;
}

/** Panes of which one shows, chosen by its tab; works without the script. */
export function tabs(name: string, legend: string, all: readonly Tab[]): Html {
  return html`<fieldset class="tabs"><legend class="hidden">${legend}</legend>${all.map(
    ({ label, pane, value, attributes }, index) =>
      html`<input type="radio" id="${name}-${value}" name="${name}" value="${value}"${index === 0 && html` checked`}><label for="${name}-${value}">${label}</label><div class="pane"${attributes}>${pane}</div>`,
  )}</fieldset>`;
}
