import { isCheckId } from '../../diff/checks/checks.js';
import { describeChecks } from '../../diff/diff-report.js';
import { bringTogether } from '../../report/group-results.js';
import { countLevels, type Level, mostSevere } from '../../report/level.js';
import type { Chapter, Report } from '../../report/report.js';
import { type Detail, formatPlace, type Result } from '../../report/result.js';
import { countOf, joinWords } from '../../text/join-words.js';
import type { Touch, TouchedPlace } from './collect-places.js';
import type { Scan } from './scan-code.js';

/** A scan, and what it was asked. */
export interface ScanOutcome {
  readonly scan: Scan;
  /** The day that dates were compared with: `2026-11-21`. */
  readonly asOf: string;
  readonly failOn: Level;
  /** What was compared: `v1` and `v2`. */
  readonly base: string;
  readonly revision: string;
  readonly folder: string;
  /** The version of the base. */
  readonly apiVersion: string | null;
  /** A file as people know it. */
  readonly nameFile: (file: string) => string;
}

/** The report of `svc diff --scan`: a chapter per file, a section per place. */
export function scanReport(outcome: ScanOutcome): Report {
  const { scan, asOf, failOn, base, revision, folder, nameFile } = outcome;
  const places = scan.places.map((place) => ({ ...place, file: nameFile(place.file) }));
  const results = places.flatMap((place) => place.touches.map((touch) => resultOf(touch, place, outcome)));
  const touches = places.flatMap((place) => place.touches);
  const ids = touches.flatMap(({ id }) => (isCheckId(id) ? [id] : []));
  const files = bringTogether(places, ({ file }) => file);
  return {
    command: 'svc diff --scan',
    heading: `Places in ${folder} that the changes from ${base} to ${revision} touch`,
    asOf,
    failOn,
    verdict: {
      text:
        places.length === 0
          ? `No place in ${countOf(scan.files, 'file')} of ${folder} is touched.`
          : `${countOf(places.length, 'place')} in ${files.length} of ${countOf(scan.files, 'file')}.`,
      level: mostSevere(touches),
    },
    parts: [{ id: 'scan', results, passed: [] }],
    chapters: files.map(chapterOf),
    notes: [...describeStale(scan, nameFile, folder), ...describeUntouched(scan, folder)],
    rules: describeChecks(ids),
    annotateFrom: 'info',
    levelWords: { error: 'breaks', warning: 'may break', info: 'note' },
    json: () => ({
      version: 1,
      asOf,
      base,
      revision,
      places: places.map(recordOf),
      untouched: scan.untouched.map(({ id, level, method, path, message }) => ({ id, level, method, path, message })),
    }),
  };
}

function chapterOf(places: readonly [TouchedPlace, ...TouchedPlace[]]): Chapter {
  const [{ file }] = places;
  return {
    title: file,
    sections: places.map((place) => ({
      titles: [`${formatPlace(place)}  ${place.code}`],
      lines: place.touches.map(({ id, level, message, fix, operations }, index) => ({
        id,
        level,
        message: operations.length === 0 ? message : `${nameOperations(operations)}: ${message}`,
        fix,
        subject: '',
        places: [],
        ...(index === place.touches.length - 1 && { details: detailsOf(place) }),
      })),
    })),
    rest: null,
  };
}

function resultOf(touch: Touch, place: TouchedPlace, { apiVersion }: ScanOutcome): Result {
  const { file, line, column, code } = place;
  const [method = null, path = null] = touch.operations[0]?.split(' ') ?? [];
  return {
    id: touch.id,
    level: touch.level,
    message: touch.message,
    fix: touch.fix,
    place: { file, line, column },
    subject: { method, path, apiVersion, pointer: touch.findings[0]?.pointer ?? null, handler: null },
    details: [['code', code], ...detailsOf({ ...place, touches: [touch] })],
  };
}

/** `GET /orders, GET /orders/{id} and 3 others` */
function nameOperations(operations: readonly string[]): string {
  return operations.length <= 3
    ? operations.join(', ')
    : `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} others`;
}

/** The type that the place has now, and what the compiler says unless the message is just that. */
function detailsOf({ refusals, touches, now }: Pick<TouchedPlace, 'refusals' | 'touches' | 'now'>): readonly Detail[] {
  const said = refusals.filter((text) => !touches.some(({ message }) => message.endsWith(text)));
  return [...(now === null ? [] : [['type now', now] as const]), ...said.map((text) => ['compiler', text] as const)];
}

function describeStale({ stale }: Scan, nameFile: (file: string) => string, folder: string): readonly string[] {
  if (stale.length === 0) return [];
  const names = joinWords(stale.map(nameFile));
  return [
    `${names} ${stale.length === 1 ? 'has' : 'have'} other types than svc client writes for these documents. Write the client again, and scan ${folder} again.`,
  ];
}

function describeUntouched({ untouched }: Scan, folder: string): readonly string[] {
  if (untouched.length === 0) return [];
  const one = untouched.length === 1;
  return [
    `${countOf(untouched.length, 'other difference')} ${one ? 'touches' : 'touch'} no place in ${folder} (${countLevels(untouched, 'note')}). svc diff without --scan lists ${one ? 'it' : 'them'}.`,
  ];
}

function recordOf({ file, line, column, code, touches, now, refusals }: TouchedPlace) {
  return {
    file,
    line,
    column,
    code,
    now,
    touches: touches.map(({ findings, ...touch }) => ({ ...touch, pointers: findings.map(({ pointer }) => pointer) })),
    compiler: refusals,
  };
}
