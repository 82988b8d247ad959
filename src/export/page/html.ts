import { escapeHtml } from '../../text/escape.js';

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template that escapes its values, except markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string));
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeHtml(String(part));
}

/** The subset of CommonMark that descriptions mostly use: paragraphs, `code`, **strong** and [links](https://…). */
export function inlineMarkdown(text: string): Html {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${renderSpans(paragraph)}</p>`);
  return new Html(paragraphs.join('\n'));
}

function renderSpans(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts
    .map((part) =>
      /^`[^`]+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : renderWords(escapeHtml(part)),
    )
    .join('');
}

function renderWords(escaped: string): string {
  return escaped
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(((?:https?:\/\/|\/(?!\/))[^\s)]*)\)/g, '<a href="$2">$1</a>');
}
