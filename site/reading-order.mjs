import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const docs = fileURLToPath(new URL('../docs', import.meta.url));

const titleOf = (page) => /^# (.+)$/m.exec(readFileSync(join(docs, page), 'utf8'))[1];

/** The pages of a folder, as its titles sort. */
const pagesOf = (folder) =>
  readdirSync(join(docs, folder))
    .map((name) => ({ title: titleOf(`${folder}/${name}`), page: `${folder}/${name}` }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));

/**
 * The guide in the order of docs/README.md: `{ title, pages: [{ title, page, pages? }] }` for each part. An item that links to a folder has
 * the pages of the folder below it.
 */
export function readingOrder() {
  const [, ...parts] = readFileSync(join(docs, 'README.md'), 'utf8').split(/^## /m);
  return parts.map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title, page]) => ({
      title,
      page,
      ...(statSync(join(docs, page)).isDirectory() && { pages: pagesOf(page) }),
    })),
  }));
}
