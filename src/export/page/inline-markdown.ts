import { escapeHtml } from '../../text/escape.js';
import { Html } from './html.js';

/** The part of CommonMark that descriptions mostly use: paragraphs, `code`, **strong** and [links](https://…). */
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
