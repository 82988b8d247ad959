import { editedLines } from '../../client/upgrade/edited-lines.js';
import type { StopPoint, StopReason } from '../../client/upgrade/stop.js';
import type { UpgradedCode } from '../../client/upgrade/upgrade-code.js';
import { groupBy } from '../../text/group-by.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { type Json, sameJson } from '../../json/json.js';
import { showJson } from '../../json/show-json.js';
import { describeChecks } from '../../diff/diff-report.js';
import { isCheckId } from '../../diff/checks/checks.js';
import type { Level } from '../../report/level.js';
import type { Chapter, Line, Report } from '../../report/report.js';
import { type Detail, noSubject, type Result } from '../../report/result.js';

/** An upgrade, and what it was asked. */
export interface UpgradeOutcome {
  readonly upgraded: UpgradedCode;
  readonly asOf: string;
  readonly failOn: Level;
  /** As typed: `v1` and `v2`. */
  readonly base: string;
  readonly revision: string;
  readonly folder: string;
  /** `version 2` */
  readonly target: string;
  /** What became of the edits. */
  readonly state: 'written' | 'planned' | 'checked';
  /** A file as people know it. */
  readonly nameFile: (file: string) => string;
}

/** A place of the report: lines that are edited, or a stop point. */
interface ReportedPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly code: string;
  readonly lines: readonly Pick<Line, 'id' | 'level' | 'message' | 'fix' | 'details'>[];
}

/** The report of `svc upgrade`: a chapter per file, the edits and the stop points in the order of the code. */
export function upgradeReport(outcome: UpgradeOutcome): Report {
  const { upgraded, asOf, failOn, base, revision, folder, state, nameFile } = outcome;
  const places = [...editedPlaces(outcome), ...upgraded.stops.map((stop) => stopPlace(stop, nameFile))].sort(
    (a, b) => codeUnitOrder(a.file, b.file) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0),
  );
  const results = places.flatMap(({ file, line, column, code, lines }) =>
    lines.map(
      ({ details = [], ...one }): Result => ({
        ...one,
        place: { file, line, ...(column !== undefined && { column }) },
        subject: noSubject,
        details: [['code', code], ...details],
      }),
    ),
  );
  return {
    command: 'svc upgrade',
    heading: `The code in ${folder}, from ${base} to ${revision}`,
    asOf,
    failOn,
    verdict: verdictOf(outcome),
    parts: [{ id: 'upgrade', results, passed: [] }],
    chapters: [...groupBy(places, ({ file }) => file)].map(([title, own]) => chapterOf(title, own)),
    notes: notesOf(outcome),
    rules: describeChecks(results.flatMap(({ id }) => (isCheckId(id) ? [id] : []))),
    annotateFrom: 'warning',
    levelWords: { error: '**stop**', warning: '**look**', info: 'edit' },
    json: () => ({
      version: 1,
      asOf,
      base,
      revision,
      written: state === 'written',
      edits: upgraded.files.flatMap((file) => editedLines(file).map((one) => ({ file: nameFile(file.file), ...one }))),
      client: [...upgraded.client.keys()].map(nameFile),
      remarks: upgraded.remarks,
      stops: upgraded.stops.map(({ offset: _, ...stop }) => ({ ...stop, file: nameFile(stop.file) })),
    }),
  };
}

function editedPlaces({ upgraded, state, nameFile }: UpgradeOutcome): readonly ReportedPlace[] {
  return upgraded.files.flatMap((file) =>
    editedLines(file).map(({ line, before, after }) => ({
      file: nameFile(file.file),
      line,
      code: before.trim(),
      lines: [
        {
          id: 'edit',
          level: state === 'checked' ? ('error' as const) : ('info' as const),
          message: after.trim(),
          fix: null,
        },
      ],
    })),
  );
}

function stopPlace(
  { file, line, column, code, reasons, refusals, now }: StopPoint,
  nameFile: (file: string) => string,
): ReportedPlace {
  const said = refusals.filter((text) => !reasons.some(({ message }) => message.endsWith(text)));
  const last: readonly Detail[] = [
    ...(now === null ? [] : [['type now', now] as const]),
    ...said.map((text) => ['compiler', text] as const),
  ];
  return {
    file: nameFile(file),
    line,
    column,
    code,
    lines: reasons.map((reason, index) => ({
      id: reason.id,
      level: reason.level,
      message: messageOf(reason),
      fix: reason.fix,
      details: [
        ...reason.changes.filter((change) => !isToldBefore(change, reasons.slice(0, index))).flatMap(detailsOf),
        ...(index === reasons.length - 1 ? last : []),
      ],
    })),
  };
}

/** Whether an earlier reason of a place shows the same of a change. */
const isToldBefore = (change: StopReason['changes'][number], before: readonly StopReason[]) =>
  before.some(({ changes }) =>
    changes.some((one) => one.id === change.id && sameJson(one.example as Json, change.example as Json)),
  );

const messageOf = ({ operations, message }: StopReason) =>
  operations.length === 0 || message.startsWith(operations[0]!) ? message : `${joinWords(operations)}: ${message}`;

/** The title and the description of a change, and what it makes of a value. */
function detailsOf({ title, description, example }: StopReason['changes'][number]): readonly Detail[] {
  return [
    ['change', description === null ? title : `${title}. ${oneLine(description)}`],
    ...(example
      ? ([
          ['before', showJson(example.before)],
          ['after', showJson(example.after)],
        ] as const)
      : []),
  ];
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

const chapterOf = (title: string, places: readonly ReportedPlace[]): Chapter => ({
  title,
  sections: places.map(({ file, line, column, code, lines }) => ({
    titles: [`${file}:${line}${column === undefined ? '' : `:${column}`}  ${code}`],
    lines: lines.map((one) => ({ ...one, subject: '', places: [] })),
  })),
  rest: null,
});

function verdictOf({
  upgraded: { files, stops, read },
  state,
  folder,
  revision,
  target,
}: UpgradeOutcome): Report['verdict'] {
  const edits = files.flatMap(editedLines).length;
  const refused = stops.filter(({ reasons }) => reasons.some((one) => one.level === 'error')).length;
  const left = [
    ...(refused > 0 ? [`${countOf(refused, 'place')} ${refused === 1 ? 'does' : 'do'} not fit ${target}.`] : []),
    ...(stops.length > refused
      ? [refused > 0 ? `Look at ${stops.length - refused} more.` : `Look at ${countOf(stops.length, 'place')}.`]
      : []),
  ];
  const done = { written: 'Edited', planned: 'Would edit', checked: 'To edit:' }[state];
  const level = refused > 0 || (state === 'checked' && edits > 0) ? 'error' : stops.length > 0 ? 'warning' : null;
  if (edits === 0 && stops.length === 0)
    return { text: `${countOf(read, 'file')} of ${folder} ${read === 1 ? 'is' : 'are'} at ${revision}.`, level: null };
  const first = edits === 0 ? [] : [`${done} ${countOf(edits, 'place')} in ${countOf(files.length, 'file')}.`];
  return {
    text: [...first, ...(refused > 0 ? left : [...left, 'Everything compiles.'])].join(' '),
    level,
  };
}

function notesOf({ upgraded: { client, stale, remarks }, state, nameFile }: UpgradeOutcome): readonly string[] {
  const names = [...client.keys()].map(nameFile);
  return [
    ...remarks.map(({ title, description }) => `${title}${description === null ? '.' : `: ${oneLine(description)}`}`),
    ...(names.length > 0
      ? [
          `${state === 'written' ? 'Wrote' : 'Missing'}: ${joinWords(names)}. ${state === 'written' ? 'Run svc client to write the clients of all versions.' : 'svc upgrade writes what svc client would.'}`,
        ]
      : []),
    ...stale.map(
      (file) =>
        `${nameFile(file)} has other types than svc client writes for these documents. Write it again, and run svc upgrade again.`,
    ),
  ];
}
