import { createHash } from 'node:crypto';
import { readDay, writeDay } from '../../text/date.js';
import { escapeControls } from '../../text/escape.js';
import type { Brownout } from '../../changes/brownouts.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

/** A calendar (RFC 5545) with an all-day event per sunset date, and an event per brownout. The UID of a sunset stays the same if its date moves. */
export function formatIcs(entries: readonly LifecycleEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//svckit//svc lifecycle//EN',
    'CALSCALE:GREGORIAN',
    ...entries.flatMap((entry) => [
      ...(entry.sunset === null ? [] : writeSunset(entry, entry.sunset)),
      ...entry.brownouts.flatMap((brownout) => writeBrownout(entry, brownout)),
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function writeSunset(entry: LifecycleEntry, sunset: string): readonly string[] {
  const day = readDay(sunset)!;
  const known = entry.since === null ? '' : ` Deprecated since ${entry.since.slice(0, 10)}.`;
  return writeEvent(entry, [], {
    day,
    times: [`DTSTART;VALUE=DATE:${basic(day)}`, `DTEND;VALUE=DATE:${basic(day + 1)}`],
    summary: `Sunset of ${subjectOf(entry)}`,
    description: `${subjectOf(entry)} is served until ${writeDay(day)}.${known}`,
  });
}

/** The beginning of a brownout distinguishes it from others of its subject. */
function writeBrownout(entry: LifecycleEntry, { from, to }: Brownout): readonly string[] {
  const end = entry.sunset === null ? '' : ` It goes away on ${entry.sunset.slice(0, 10)}.`;
  return writeEvent(entry, [from], {
    day: readDay(from)!,
    times: [`DTSTART:${basicTime(from)}`, `DTEND:${basicTime(to)}`],
    summary: `Brownout of ${subjectOf(entry)}`,
    description: `${subjectOf(entry)} answers 503.${end}`,
  });
}

interface Event {
  readonly day: number;
  readonly times: readonly string[];
  readonly summary: string;
  readonly description: string;
}

function writeEvent(
  { kind, name, version, method, path, since, link }: LifecycleEntry,
  identity: readonly string[],
  { day, times, summary, description }: Event,
): readonly string[] {
  const uid = createHash('sha256')
    .update(JSON.stringify([kind, name, version, method, path, ...identity]))
    .digest('hex')
    .slice(0, 32);
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@svckit`,
    // Required by the format. The current time would make every run differ.
    `DTSTAMP:${basic(since === null ? day : readDay(since)!)}T000000Z`,
    ...times,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(link !== null && /^https?:/i.test(link) ? [`URL:${link}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const subjectOf = ({ kind, name, version }: LifecycleEntry) =>
  version === null || kind === 'version' ? name : `${name} in version ${version}`;

const basicTime = (iso: string) => iso.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '');
const basic = (day: number) => writeDay(day).replaceAll('-', '');

/** RFC 5545, section 3.3.11. */
function escapeText(text: string): string {
  return escapeControls(text)
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
