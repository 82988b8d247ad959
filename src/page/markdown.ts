import { Marked } from 'marked';
import { escapeControls, escapeHtml } from '../text/escape.js';
import { Html } from '../text/html.js';

/** Descriptions are CommonMark with tables. HTML in them is text, pictures are links, and a link leads to a page or an address. */
const markdownBelow = (titles: number) =>
  new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const level = Math.min(depth + titles, 6);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return isSafe(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
      },
      image: ({ href, text }) =>
        isSafe(href) ? `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>` : escapeHtml(text),
    },
  });

const markdown = markdownBelow(3);

const isSafe = (href: string) => /^(?:https?:\/\/|mailto:|#|\/(?!\/)|\.{0,2}\/|\w[\w./-]*$)/i.test(href);

/** A description as markup. Its headings start at the fourth level, below those of the page. */
export function renderMarkdown(text: string | null | undefined): Html | null {
  if (!text?.trim()) return null;
  const markup = markdown.parse(withoutSteering(text), { async: false }).trimEnd();
  const [, paragraph] = /^<p>((?:(?!<\/?p>)[^])*)<\/p>$/.exec(markup) ?? [];
  return new Html(paragraph === undefined ? `<div class="prose">${markup}</div>` : `<p class="prose">${paragraph}</p>`);
}

/** Chapters of a page: their headings have the levels that are written. */
export function renderChapters(text: string): Html {
  return new Html(markdownBelow(0).parse(withoutSteering(text), { async: false }).trimEnd());
}

/** A description of one line, without a paragraph around it. */
export function renderInlineMarkdown(text: string): Html {
  return new Html(markdown.parseInline(withoutSteering(text), { async: false }));
}

/** Shows what steers text as its code, and a character reference to it as it was written. */
function withoutSteering(text: string): string {
  return escapeControls(text).replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|lrm|rlm);/gi,
    (reference, decimal: string | undefined, hex = '200e') => {
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      const character = String.fromCodePoint(Math.min(code, 0x10ffff));
      return escapeControls(character) === character ? reference : `&amp;${reference.slice(1)}`;
    },
  );
}
