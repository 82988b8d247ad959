import { expect, it } from 'vitest';
import { type Life, lifecycleBar, titleBar } from './lifecycle-bar.js';
import type { PageContent } from './page-content.js';

const life = { deprecated: true, since: '2026-09-01T00:00:00.000Z', sunset: '2027-03-01T00:00:00.000Z', brownouts: [] };
const words = (given: Parameters<typeof lifecycleBar>[0], today = '2026-11-26') =>
  lifecycleBar(given, today)
    ?.text.replaceAll(/<svg[^]*<\/svg>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it('says since when an operation is deprecated, and when it leaves', () => {
  expect(words(life)).toBe('deprecated 1 September today 26 November leaves 1 March , in 95 days');
});

it('names the next brownout only, and the year of what is far away', () => {
  const brownout = (day: string) => ({ from: `${day}T09:00:00.000Z`, to: `${day}T10:00:00.000Z` });
  expect(
    words({ ...life, brownouts: [brownout('2026-10-01'), brownout('2027-02-22'), brownout('2027-02-23')] }),
  ).toContain('brownout 22 February leaves');
  expect(words({ ...life, sunset: '2028-03-01T00:00:00.000Z' })).toContain('leaves 1 March 2028');
});

it('says that an operation has left, and nothing of one that stays', () => {
  expect(words(life, '2027-03-02')).toContain('left 1 March');
  expect(words({ ...life, deprecated: false })).toBeUndefined();
  expect(words({ ...life, sunset: null })).toBeUndefined();
});

it('puts today between the deprecation and the last day', () => {
  const { text } = lifecycleBar(life, '2026-11-26')!;
  const at = (kind: string) => Number(new RegExp(`class="${kind}" x="([\\d.]+)"`).exec(text)![1]);
  expect(at('deprecated')).toBeLessThan(at('today'));
  expect(at('today')).toBeLessThan(at('sunset'));
});

const titleWords = (life: Life, version: string | null, names: readonly string[], released: string | null = null) =>
  titleBar(
    life,
    {
      version,
      today: '2026-11-26',
      versions: names.map((name) => ({ version: name, released })),
      links: { inVersion: (name: string) => `/docs?version=${name}` },
    } as unknown as PageContent,
    { kind: 'home' },
  )?.text;
const stays = { deprecated: false, since: null, sunset: null, brownouts: [] };
const inWords = (text: string | undefined) =>
  text
    ?.replaceAll(/<svg[^]*<\/svg>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it('is under every title of a version: what is promised, what is not released, what comes next', () => {
  expect(inWords(titleWords(stays, '2', ['1', '2']))).toBe('promised today 26 November');
  expect(inWords(titleWords(stays, '2', ['1', '2'], '2025-01-20'))).toBe(
    'released 20 January 2025 promised today 26 November',
  );
  expect(inWords(titleWords(life, '1', ['1'], '2025-01-20'))).toMatch(/^released 20 January 2025 deprecated/);
  const text = titleWords(stays, '2', ['1', '2', 'next']);
  expect(inWords(text)).toBe('promised today 26 November next , not released');
  expect(text).toContain('<a href="/docs?version=next">');
  expect(inWords(titleWords(stays, 'next', ['1', 'next']))).toBe('today 26 November not released');
  expect(inWords(titleWords({ ...life, sunset: null }, '1', ['1']))).toBe(
    'deprecated 1 September today 26 November no last day yet',
  );
  expect(inWords(titleWords(life, '1', ['1', 'next']))).toContain('leaves 1 March');
  expect(titleWords(stays, null, [])).toBeUndefined();
});
