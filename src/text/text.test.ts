import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
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
import { didYouMean, nearestNames, suggestName, unknownName } from './nearest-name.js';
import { anyText, steersTerminal } from './testing/any-text.js';

describe('the nearest name', () => {
  const formats = ['pretty', 'json', 'github', 'sarif'];

  it.each([
    ['jsno', formats, 'json'],
    ['GTE', ['GET', 'PUT', 'DELETE'], 'GET'],
    ['Port', ['PORT', 'HOST'], 'PORT'],
    ['max_length', ['maxLength', 'minLength'], 'maxLength'],
    ['', ['a'], undefined],
    ['9', ['1', '2'], undefined],
    ['entirely-different', formats, undefined],
  ])('of %j in %j is %j', (name, names, near) => {
    expect(nearestNames(name, names)[0]).toBe(near);
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
    expect(didYouMean('jsno', formats)).toBe('Did you mean json?');
    expect(unknownName('version', '9', ['1', '2'])).toBe('Unknown version "9". Available: 1, 2.');
    expect(unknownName('tag', 'Uesrs', ['Notes', 'Users'])).toBe(
      'Unknown tag "Uesrs". Did you mean Users? Available: Notes, Users.',
    );
    const many = Array.from({ length: 40 }, (_, index) => `rule-number-${index}`);
    expect(suggestName('nothing', many, 'svc check --list shows the rules.')).toBe('svc check --list shows the rules.');
    expect(unknownName('version', '1', [])).toBe('Unknown version "1".');
  });
});

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
