import { expect, test } from 'vitest';
import type { OpenApiDocument } from './document/open-api.js';
import { RenderedPages } from './rendered-pages.js';

const document = { servers: [{ url: 'https://api.example/v1' }] } as unknown as OpenApiDocument;

function openPages() {
  const pages = new RenderedPages();
  const written: string[] = [];
  const respond = (name: string, text = name) =>
    pages.respond([name], (nonce) => {
      written.push(name);
      return { text: `<script nonce="${nonce}"></script>${text}<link nonce="${nonce}">`, document };
    });
  return { pages, written, respond };
}

test('a page is written once, also for requests that come meanwhile, and each answer has a nonce of its own', async () => {
  const { written, respond } = openPages();
  const answers = [...(await Promise.all([respond('home'), respond('home')])), await respond('home')];
  expect(written).toEqual(['home']);
  const nonces = await Promise.all(
    answers.map(async (answer) => {
      const policy = answer.headers.get('content-security-policy');
      const nonce = /nonce="([\w-]{22})"/.exec(await answer.text())![1]!;
      expect(policy).toContain(`script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}';`);
      expect(policy).toContain("connect-src 'self' https://api.example");
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(3);
});

test('the nonce is all that differs between two answers', async () => {
  const { respond } = openPages();
  const [one, other] = await Promise.all(
    [await respond('home', 'é'), await respond('home')].map(async (answer) =>
      (await answer.text()).replaceAll(/nonce="[^"]+"/g, ''),
    ),
  );
  expect(one).toBe('<script ></script>é<link >');
  expect(other).toBe(one);
});

test('a page that fails is written again', async () => {
  const { pages, written, respond } = openPages();
  await expect(pages.respond(['home'], () => Promise.reject(new Error('no such page')))).rejects.toThrow(
    'no such page',
  );
  expect((await respond('home')).status).toBe(200);
  expect(written).toEqual(['home']);
});

test('the latest 16 MiB of pages are kept', async () => {
  const { written, respond } = openPages();
  for (let page = 0; page < 20; page += 1) await respond(`page ${page}`, 'x'.repeat(1024 * 1024));
  await respond('page 19');
  expect(written).toHaveLength(20);
  await respond('page 0');
  expect(written).toHaveLength(21);
});
