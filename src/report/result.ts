import { escapeTerminal } from '../text/escape.js';
import { joinWords } from '../text/join-words.js';
import type { Level } from './level.js';
import type { BootProblem } from './boot-problem.js';

/** What a result is about; null for each part that it does not have. */
export interface Subject {
  readonly method: string | null;
  readonly path: string | null;
  readonly apiVersion: string | null;
  /** Several versions, instead of one. */
  readonly apiVersions?: readonly string[];
  /** What several operations share, instead of one of them: `schema Order`. */
  readonly component?: string;
  /** A JSON pointer into the document of that version. */
  readonly pointer: string | null;
  /** `UsersController.list` */
  readonly handler: string | null;
}

/** One thing that a command found: the same for rules, checks of contracts, and whatever else is reported. */
export interface Result {
  /** A stable kebab-case id. */
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  /** What to do; null where the message says it. */
  readonly fix: string | null;
  /** The file may stand alone, without a line. */
  readonly place: Place | null;
  readonly subject: Subject;
  /** What belongs to it, a line each, such as a counterexample. */
  readonly details?: readonly Detail[];
  /** What programs get besides, by the names of the members in JSON. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The versions that something is about. */
export function versionsOf({
  apiVersion,
  apiVersions,
}: Pick<Subject, 'apiVersion' | 'apiVersions'>): readonly string[] {
  return apiVersions ?? (apiVersion === null ? [] : [apiVersion]);
}

/** `['value', '{"name":""}']` */
export type Detail = readonly [label: string, text: string];

/** A file, and the line in it where one is known. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
  /** From 1; where one is known. */
  readonly column?: number;
}

/** What concerns no operation, version or handler. */
export const noSubject: Subject = Object.freeze({
  method: null,
  path: null,
  apiVersion: null,
  pointer: null,
  handler: null,
});

/** The result that a problem with a declaration is. */
export function resultOfProblem({ id, severity, message, fix, source, handler }: BootProblem): Result {
  return { id, level: severity, message, fix, place: source, subject: { ...noSubject, handler } };
}

/** The longest label that others are aligned with. */
const longestLabel = 30;

/** The details of a result with their labels aligned, but for long ones: `value  {"name":""}`. */
export function detailLines({ details = [] }: Pick<Result, 'details'>): readonly string[] {
  const width = Math.max(0, ...details.map(([label]) => label.length).filter((length) => length <= longestLabel));
  return details.map(([label, text]) => escapeTerminal(`${label.padEnd(width)}  ${text}`));
}

/** A place as the JSON of every command has it. */
export function placeRecord(place: Pick<Place, 'file' | 'line'> | null) {
  return { file: place?.file ?? null, line: place?.line ?? null };
}

/** Details as the JSON of every command has them. */
export function detailRecords(details: readonly Detail[]) {
  return details.map(([label, text]) => ({ label, text }));
}

/** `users.ts:12`, `users.ts:12:8` */
export function formatPlace({ file, line, column }: Place): string {
  return [file, ...(line === null ? [] : [line]), ...(column === undefined ? [] : [column])].join(':');
}

/** `GET /users` */
export function nameOperation({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

/** `GET /users` or `schema Order`; null for what concerns neither. */
export function operationOf({
  method,
  path,
  component,
}: Pick<Subject, 'method' | 'path' | 'component'>): string | null {
  return method === null ? (component ?? null) : `${method} ${path}`;
}

/** `GET /users, GET /teams in versions 1 and 2`; empty for what concerns neither an operation nor a version. */
export function nameSubject(operations: readonly string[], versions: readonly string[]): string {
  const words = versions.length === 0 ? '' : `in version${versions.length === 1 ? '' : 's'} ${joinWords(versions)}`;
  return [operations.join(', '), words].filter((word) => word !== '').join(' ');
}

/** `GET /users in version 1: the operation was removed. Restore it.` */
export function sentenceOf({ message, fix, subject }: Result): string {
  const name = nameSubject([operationOf(subject) ?? ''].filter(Boolean), versionsOf(subject));
  return `${name === '' ? '' : `${name}: `}${message}${fix === null ? '' : ` ${fix}`}`;
}

/** `users.ts:12 error duplicate-route: GET /users is declared twice. Give one of them another path.` */
export function resultLine(result: Result): string {
  const { id, level, place } = result;
  return escapeTerminal(`${place ? `${formatPlace(place)} ` : ''}${level} ${id}: ${sentenceOf(result)}`);
}

/** The line that shows a problem, in `svc check` and from a server that refuses to start. */
export function problemLine(one: BootProblem): string {
  return resultLine(resultOfProblem(one));
}
