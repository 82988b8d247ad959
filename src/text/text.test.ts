import { groupBy } from './group-by.js';
import { quote } from './quote.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { isoDay, readDay, writeDay } from './date.js';
import {
  codeSpan,
  escapeControls,
  escapeHtml,
  escapeMarkdown,
  escapeTerminal,
  escapeWorkflowData,
  escapeWorkflowProperty,
  escapeXml,
} from './escape.js';
import { countOf } from './join-words.js';
import { didYouMean, nearestNames, suggestName, unknownName } from './nearest-name.js';
import { runs } from '../../test/property-runs.js';
import { anyText, steersTerminal } from './testing/any-text.js';
import { findLinks } from './testing/find-links.js';
import { compareVersions } from './version-order.js';

it('a count has the plural of its noun, unless it is one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'error'))).toEqual(['0 errors', '1 error', '2 errors']);
  expect([1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

it('versions are in the order of their numbers, and those that are no numbers follow', () => {
  const sorted = ['1', '1.5', '2', '10', '2026-09-01', 'alpha', 'beta'];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  expect([...sorted].sort(compareVersions)).toEqual(sorted);
});

describe('the nearest name', () => {
  const formats = ['pretty', 'json', 'github', 'sarif'];

  it.each([
    ['jsno', formats, 'json'],
    ['GTE', ['GET', 'PUT', 'DELETE'], 'GET'],
    ['Port', ['PORT', 'HOST'], 'PORT'],
    ['max_length', ['maxLength', 'minLength'], 'maxLength'],
    ['', ['a'], undefined],
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
    ['abcdefghi', ['abcdewxyz'], undefined],
    ['9', ['1', '2'], undefined],
    ['entirely-different', formats, undefined],
  ])('of %j in %j is %j', (name, names, near) => {
    expect(nearestNames(name, names)[0]).toBe(near);
  });

  it('comes before two others that are no nearer', () => {
    expect(nearestNames('router', ['rooted', 'rooter', 'routes', 'route', 'apple'])).toEqual([
      'rooter',
      'route',
      'routes',
    ]);
    expect(nearestNames('router', ['rooted', 'routes', 'apple'])).toEqual(['routes', 'rooted']);
  });

  it('is the name itself where it is among them', () => {
    const name = fc.stringMatching(/^[a-z]{2,12}$/);
    fc.assert(
      fc.property(name, fc.array(name), (one, others) => {
        expect(nearestNames(one, [...others, one])[0]).toBe(one);
      }),
    );
  });

  it('is asked for, and the available names are listed where they are few', () => {
    expect(didYouMean('jsno', formats)).toBe('Did you mean "json"?');
    expect(unknownName('version', '9', ['1', '2'])).toBe('Unknown version "9". Available: 1, 2.');
    expect(unknownName('tag', 'Uesrs', ['Notes', 'Users'])).toBe(
      'Unknown tag "Uesrs". Did you mean "Users"? Available: Notes, Users.',
    );
    const many = Array.from({ length: 40 }, (_, index) => `rule-number-${index}`);
    expect(suggestName('nothing', many, 'svc check --list shows the rules.')).toBe('svc check --list shows the rules.');
    expect(unknownName('version', '1', [])).toBe('Unknown version "1".');
  });
});

/** That Markdown shows a text itself, and nothing of it as a link. */
function expectPlain(text: string): void {
  const written = escapeMarkdown(text);
  expect(findLinks(written)).toEqual([]);
  const shown = marked.parseInline(written, { async: false }).replaceAll(/<\/?code>/g, '');
  // Code spans write backticks as apostrophes, and bars with a backslash.
  const plain = (html: string) => html.replaceAll(/[`|\\]|&#39;|\s+/g, '');
  expect(plain(shown)).toBe(plain(escapeHtml(escapeTerminal(text))));
}

describe('escapes', () => {
  it.each([
    ['a terminal', escapeTerminal],
    ['controls', escapeControls],
    ['HTML', escapeHtml],
    ['XML', escapeXml],
    ['Markdown', escapeMarkdown],
    ['a code span', codeSpan],
    ['the data of a workflow command', escapeWorkflowData],
    ['the property of a workflow command', escapeWorkflowProperty],
  ])('of %s let no character through that steers a terminal', (_, escape) => {
    fc.assert(fc.property(anyText, (text) => !steersTerminal(escape(text))));
    expect(escape('a\u001b[31m\u009b\u202e')).toContain('u001b');
  });

  it('replace a control character visibly', () => {
    expect(escapeTerminal('a\u0000b\r\n\tc\u202ed')).toBe(String.raw`a\u0000b c\u202ed`);
  });

  it('keep XML well formed, and its text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const xml = `<a b="${escapeXml(text)}">${escapeXml(text)}</a>`;
        expect(XMLValidator.validate(xml)).toBe(true);
      }),
    );
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', trimValues: false });
    const xml = `<a b="${escapeXml(`<b> & "c" 'd'`)}"/>`;
    expect(parser.parse(xml)).toEqual({ a: { b: `<b> & "c" 'd'` } });
  });

  it('keep a workflow command on its line, and a property in its place', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeWorkflowData(text)).not.toMatch(/[\r\n]/);
        expect(escapeWorkflowProperty(text)).not.toMatch(/[\r\n:,]/);
      }),
    );
  });

  it('write direction marks as their codes', () => {
    expect(escapeTerminal('a\u061cb\u200ec\u200fd')).toBe(String.raw`a\u061cb\u200ec\u200fd`);
  });

  it.each([
    'https://evil.example/a',
    'see http://evil.example, or not',
    'HTTPS://EVIL.EXAMPLE',
    'ftp://evil.example',
    'www.evil.example',
    '(www.evil.example)',
    'ada@evil.example',
    'mailto:ada@evil.example',
    '@ada',
    'cc @org/team.',
    '"@ada"',
    '#12',
    '(#12)',
    'org/name#12',
    'GH-12',
    'GHSA-2abc-3def-4ghi',
    'deadbeef1 0123456789abcdef0123456789abcdef01234567',
    'ada@0123456789',
    '<https://evil.example>',
    '<a href="https://evil.example">a</a>',
    '[a](https://evil.example)',
    '![a](https://evil.example)',
    '[a]: https://evil.example',
    '`@ada`',
    '``@ada ``#12``',
    '\\@ada',
    '|@ada|#12|',
    '*@ada*',
    '~~a~~ $a$ &#64;ada &copy;',
  ])('make no link or mention in Markdown of %s', (text) => {
    expectPlain(text);
  });

  it('make no link or mention in Markdown of any text, and lose none of it', () => {
    fc.assert(fc.property(anyText, expectPlain), runs(1000));
  });

  it('of a code span keeps a cell whole', () => {
    fc.assert(
      fc.property(anyText, fc.stringMatching(/^[\\|]{0,6}$/), (text, bars) => {
        const table = `| a | b |\n| --- | --- |\n| ${codeSpan(`${bars}${text}`)} | ${escapeMarkdown(`${text}${bars}`)} |`;
        const cells = marked.parse(table, { async: false }).match(/<td>.*<\/td>/g)!;
        expect(cells).toHaveLength(2);
        expect(cells[0]).toMatch(/<td><code>|<td>``<\/td>/);
      }),
    );
  });

  it('leave other words of Markdown readable', () => {
    expect(escapeMarkdown('added the member "a_b" on 2026-11-21, #/paths and 1,000,000')).toBe(
      String.raw`added the member "a\_b" on 2026-11-21, \#/paths and 1,000,000`,
    );
    expect(escapeMarkdown('by @ada in #12')).toBe('by `@ada` in `#12`');
  });

  it('keep Markdown on its line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeMarkdown(text)).not.toMatch(/[\r\n]/);
        expect(codeSpan(text).slice(1, -1)).not.toMatch(/[\r\n`]/);
      }),
    );
  });
});

describe('a day', () => {
  it('is read and written in UTC', () => {
    expect(writeDay(readDay('2026-02-28')! + 1)).toBe('2026-03-01');
    expect(readDay('2026-02-29')).toBeNull();
    expect(isoDay(new Date('2026-11-21T23:59:59-05:00'))).toBe('2026-11-22');
    expect(readDay('2026-11-21T23:59:59-05:00')).toBe(readDay('2026-11-22'));
  });
});

describe('a value in a message', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  it.each([
    ['a', '"a"'],
    [undefined, 'undefined'],
    [{ a: 1 }, '{"a":1}'],
    [12n, 'a bigint'],
    [circle, 'an object that leads back to itself'],
    [() => 1, 'a function'],
    [new Date(Number.NaN), '"Invalid Date"'],
    ['x'.repeat(100), `"${'x'.repeat(79)}…`],
  ])('%o is quoted', (value, expected) => {
    expect(quote(value)).toBe(expected);
  });
});

it('groups keep the order in which their keys come first', () => {
  expect([...groupBy([3, 1, 4, 1, 5, 9], (one) => one % 2)]).toEqual([
    [1, [3, 1, 1, 5, 9]],
    [0, [4]],
  ]);
});
