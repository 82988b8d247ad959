import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { docs, readingOrder } from './reading-order.mjs';

/** Copies docs/ to a folder for VitePress, where `README.md` is `index.md`, what is outside docs/ is on GitHub (`blob`), and pictures stay beside. */
export function copyPages(folder, blob) {
  for (const page of readdirSync(docs, { recursive: true, encoding: 'utf8' }))
    if (page.endsWith('.md')) write(join(folder, indexed(page)), rewriteLinks(page, blob));
  cpSync(join(docs, 'pictures'), join(folder, 'pictures'), { recursive: true });
  for (const { title, page, pages } of readingOrder().flatMap((part) => part.pages))
    if (pages)
      write(
        join(folder, page, 'index.md'),
        `# ${title}\n\n${pages.map((one) => `- [${one.title}](${posix.relative(page, one.page)})`).join('\n')}\n`,
      );
}

const indexed = (page) => page.replace(/(^|\/)README\.md/, '$1index.md');

function rewriteLinks(page, blob) {
  const rewrite = (_, target) => {
    if (/^(?:https?:|#)/.test(target)) return `](${target})`;
    const path = posix.join(posix.dirname(page), target);
    if (path.startsWith('../')) return `](${blob}${path.slice(3)})`;
    const isFolder = statSync(join(docs, path.replace(/#.*/, ''))).isDirectory();
    return `](${isFolder ? posix.join(target, 'index.md') : indexed(target)})`;
  };
  return readFileSync(join(docs, page), 'utf8')
    .split(/(^```.*?^```$)/ms)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/\]\(([^)\s]+)\)/g, rewrite) : part))
    .join('');
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
