import { readFileSync } from 'node:fs';
import { headingAnchor } from '../heading-anchor.mjs';
import { readingOrder } from '../reading-order.mjs';

const { description, repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const addressOf = (page) => `/${page.replace(/README\.md$/, '').replace(/\.md$/, '')}`;
const items = (pages) =>
  pages.map(({ title, page, pages: below }) =>
    below
      ? { text: title, link: `/${page}/`, collapsed: true, items: items(below) }
      : { text: title, link: addressOf(page) },
  );

const reference = {
  text: 'API reference',
  items: [
    'svckit',
    'svckit/openapi',
    'svckit/testing',
    'svckit/lens',
    'svckit/around',
    'svckit/webhooks',
    'svckit/export',
  ].map((name) => ({
    text: name,
    link: `/reference/${name}/`,
  })),
};

export default {
  title: 'svckit',
  description,
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcDir: 'content',
  outDir: 'dist',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: headingAnchor } },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/' },
      { text: 'API reference', link: '/reference/' },
    ],
    sidebar: [...readingOrder().map(({ title, pages }) => ({ text: title, items: items(pages) })), reference],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository.url.replace(/^git\+|\.git$/g, '') }],
  },
};
