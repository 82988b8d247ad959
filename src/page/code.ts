import { html, type Html } from '../text/html.js';
import { colourCode, type CodeLanguage, languageOf } from './colour-code.js';

/** A block of code with a button that copies it; JSON has colours. */
export function codeBlock(text: string, mediaType: string, label: string): Html {
  return html`<div class="code">${codeLines(text, languageOf(mediaType), label)}</div>`;
}

/** Code that scrolls, and a button that copies it. */
export function codeLines(text: string, language: CodeLanguage | null, label: string): Html {
  const pieces =
    language === null
      ? text
      : colourCode(text, language).map(([kind, piece]) =>
          kind === null ? piece : html`<i class="${kind}">${piece}</i>`,
        );
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${pieces}</code></pre><button type="button" class="copy" aria-label="Copy: ${label}" hidden></button>`;
}

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
