import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIcs } from './format-ics.js';
import { escapeControls } from '../../text/escape.js';
import { anyText, steersTerminal } from '../../text/testing/any-text.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

const entry: LifecycleEntry = {
  kind: 'route',
  name: 'GET /users',
  version: '1',
  method: 'GET',
  path: '/users',
  state: 'leaving',
  since: '2026-01-01T00:00:00.000Z',
  sunset: '2027-01-01T00:00:00.000Z',
  daysLeft: 41,
  brownouts: [],
  link: 'https://example.com/v1',
  source: null,
};

/** Reads a calendar as RFC 5545 has it: unfolds, then splits into names and values. */
function parseIcs(text: string): readonly (readonly [name: string, value: string])[] {
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return text
    .replaceAll('\r\n ', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => {
      const match = /^([A-Z-]+(?:;[A-Z]+=[^:;]+)*):(.*)$/s.exec(line);
      expect(match, line).not.toBeNull();
      return [
        match![1]!,
        match![2]!.replaceAll(/\\(n|.)/g, (_, character: string) => (character === 'n' ? '\n' : character)),
      ] as const;
    });
}

describe('the calendar', () => {
  it('lets no name steer the terminal that shows it', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(steersTerminal(formatIcs([{ ...entry, name }]))).toBe(false);
      }),
    );
  });

  it('has one whole day for each sunset', () => {
    expect(formatIcs([entry, { ...entry, sunset: null, name: 'GET /other' }])).toMatchInlineSnapshot(`
      "BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//svckit//svc lifecycle//EN
      CALSCALE:GREGORIAN
      BEGIN:VEVENT
      UID:7cb14f52cc9d5803351fc7b63fd977e1@svckit
      DTSTAMP:20260101T000000Z
      DTSTART;VALUE=DATE:20270101
      DTEND;VALUE=DATE:20270102
      SUMMARY:Sunset of GET /users in version 1
      DESCRIPTION:GET /users in version 1 is served until 2027-01-01. Deprecated 
       since 2026-01-01.
      URL:https://example.com/v1
      TRANSP:TRANSPARENT
      END:VEVENT
      END:VCALENDAR
      "
    `);
  });

  it('is well formed whatever a route is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 120 }).map((name) => name.replaceAll(/[\u0000-\u001f\u007f]/g, '\n')),
        (name) => {
          const lines = parseIcs(formatIcs([{ ...entry, name }]));
          const events = lines
            .filter(([key]) => key === 'BEGIN' || key === 'END')
            .map(([key, value]) => `${key}:${value}`);
          expect(events).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR']);
          expect(lines.find(([key]) => key === 'SUMMARY')![1]).toBe(escapeControls(`Sunset of ${name} in version 1`));
          for (const required of ['UID', 'DTSTAMP', 'DTSTART;VALUE=DATE'])
            expect(lines.filter(([key]) => key === required)).toHaveLength(1);
        },
      ),
    );
  });

  it('keeps the UID while the date moves, and gives each thing its own', () => {
    const uid = (changes: Partial<LifecycleEntry>) =>
      parseIcs(formatIcs([{ ...entry, ...changes }])).find(([key]) => key === 'UID')![1];
    expect(uid({ sunset: '2028-01-01T00:00:00.000Z', since: '2026-02-02T00:00:00.000Z', daysLeft: 1 })).toBe(uid({}));
    expect(
      new Set([uid({}), uid({ version: '2' }), uid({ name: 'GET /people', path: '/people' }), uid({ kind: 'version' })])
        .size,
    ).toBe(4);
  });
});
