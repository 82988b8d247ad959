import { createHash } from 'node:crypto';
import { readDay, writeDay } from '../../text/date.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

/** A calendar (RFC 5545) with an all-day event per sunset date. The UID of an event stays the same if its date moves. */
export function formatIcs(entries: readonly LifecycleEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//svckit//svc lifecycle//EN',
    'CALSCALE:GREGORIAN',
    ...entries.flatMap((entry) => (entry.sunset === null ? [] : writeEvent(entry, entry.sunset))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function writeEvent(
  { kind, name, version, method, path, since, link }: LifecycleEntry,
  sunset: string,
): readonly string[] {
  const day = readDay(sunset)!;
  const uid = createHash('sha256')
    .update(JSON.stringify([kind, name, version, method, path]))
    .digest('hex')
    .slice(0, 32);
  const inVersion = version === null || kind === 'version' ? '' : ` in version ${version}`;
  const known = since === null ? '' : ` Deprecated since ${since.slice(0, 10)}.`;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@svckit`,
    // Required by the format. The current time would make every run differ.
    `DTSTAMP:${basic(since === null ? day : readDay(since)!)}T000000Z`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(day + 1)}`,
    `SUMMARY:${escapeText(`Sunset of ${name}${inVersion}`)}`,
    `DESCRIPTION:${escapeText(`${name}${inVersion} is served until ${writeDay(day)}.${known}`)}`,
    ...(link !== null && /^https?:/i.test(link) ? [`URL:${link}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const basic = (day: number) => writeDay(day).replaceAll('-', '');

/** RFC 5545, section 3.3.11. */
function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Folds a line at 75 octets without splitting a character (RFC 5545, section 3.1). */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part) + Buffer.byteLength(character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}
