import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is wrong with a built site: links to pages and sections that do not exist, and files of other hosts that a page would load. */
export function brokenLinks(site) {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:html|css)$/.test(name));
  const texts = new Map(files.map((name) => [name, readFileSync(join(site, name), 'utf8')]));
  const anchors = new Map([...texts].map(([name, text]) => [name, new Set(all(text, /\sid="([^"]+)"/g))]));
  return [...texts].flatMap(([name, text]) => [
    ...all(text, /<a\s[^>]*?href="([^"]+)"/g).flatMap((href) => {
      if (/^[a-z]+:/.test(href)) return [];
      const { pathname, hash } = new URL(href, `http://site/${name}`);
      const page = decodeURIComponent(pathname.slice(1)).replace(/(^|\/)$/, '$1index.html');
      const target = texts.has(page) ? page : `${page}.html`;
      if (!texts.has(target)) return [`${name}: ${href} is not a page of the site`];
      const anchor = decodeURIComponent(hash.slice(1));
      return anchor === '' || anchors.get(target).has(anchor) ? [] : [`${name}: ${href} is not a section of the page`];
    }),
    ...all(
      text,
      /(?:<(?:script|img|link|iframe|source)\s[^>]*?(?:src|href)="|url\(["']?|@import\s+["'])(https?:[^"')]+)/g,
    ).map((address) => `${name}: loads ${address}`),
  ]);
}

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
