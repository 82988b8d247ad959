import { marked } from 'marked';

/** What GitHub would make a link, a picture or a mention of in Markdown: what stands outside of code. */
export function findLinks(markdown: string): readonly string[] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const prose = html
    .replaceAll(/<code>.*?<\/code>/gs, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
  const linked = /<(?:a|img) |:\/\/|www\.|@\w|#\d|\bGH(?:SA)?-\w|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/gi;
  return prose.match(linked) ?? [];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '‹', gt: '›', quot: '"', '#39': "'" };
