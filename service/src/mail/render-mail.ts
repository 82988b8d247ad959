import { escapeHtml } from '../../../src/text/escape.js';
import type { Mail } from './mail.js';

export interface MailContent {
  readonly greeting: string;
  readonly before: readonly string[];
  /** A link as a button; absent, there is none. */
  readonly action?: string;
  readonly url?: string;
  readonly after: readonly string[];
}

/** One mail as plain text and as self-contained HTML; names and addresses are escaped. */
export function renderMail(to: string, subject: string, { greeting, before, action, url, after }: MailContent): Mail {
  const hello = `Hello ${oneLine(greeting)},`;
  const link = action !== undefined && url !== undefined ? { action, url } : null;
  const text = [hello, ...before, ...(link ? [`${link.action}:\n${link.url}`] : []), ...after].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>',
    escapeHtml(subject),
    '</title></head>',
    '<body style="font-family:sans-serif;max-width:36em;margin:2em auto;line-height:1.5">',
    ...[hello, ...before].map((line) => paragraph(escapeHtml(line))),
    ...(link
      ? [
          paragraph(
            `<a href="${escapeHtml(link.url)}" style="display:inline-block;padding:.6em 1em;background:#1f4fd8;color:#fff">${escapeHtml(link.action)}</a>`,
          ),
          paragraph(`If the button does not work, open this address:<br>${escapeHtml(link.url)}`),
        ]
      : []),
    ...after.map((line) => paragraph(escapeHtml(line))),
    '</body></html>',
  ].join('');
  return { to, subject, text: `${text}\n`, html };
}

function paragraph(content: string): string {
  return `<p>${content}</p>`;
}

/** A name is user input: keep it on one line and short, so that it cannot pose as the message. */
function oneLine(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
