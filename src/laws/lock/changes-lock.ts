import { isObject, type Json, listAt, objectAt, textAt } from '../../json/json.js';

/** The file of the changes, beside the lock files of the versions. */
export const changesLockName = 'changes.json';

/** What the changes of every version did when they were locked, the oldest version first. */
export type ChangesLock = readonly LockedVersion[];

export interface LockedVersion {
  readonly version: string;
  readonly changes: readonly LockedChange[];
  /** The ids of the behaviours that this version introduced. */
  readonly behaviours: readonly string[];
}

export interface LockedChange {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly subjects: readonly LockedSubject[];
}

/** A schema or an operation that a change converts. */
export interface LockedSubject {
  /** `User`, `POST /users` */
  readonly name: string;
  readonly after: Json;
  readonly before: Json;
  /** null where the change has no such direction. */
  readonly down: readonly Recording[] | null;
  readonly up: readonly Recording[] | null;
}

/** A value and what became of it, as JSON; `error` where the change threw. */
export interface Recording {
  readonly input: Json;
  readonly output?: Json;
  readonly error?: string;
}

/** As text, with a line per recording and a final newline. */
export const serialiseChanges = (lock: ChangesLock): string => writeLock({ versions: lock });

/** What a lock holds as text, with a line per recording and a final newline. */
export function writeLock(content: object): string {
  return `${writeLines({ 'x-svc-lock': 1, ...content } as unknown as Json, '')}\n`;
}

function writeLines(value: Json | undefined, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((item: Json) => `${inner}${isRecording(item) ? JSON.stringify(item) : writeLines(item, inner)}`).join(',\n')}\n${indent}]`;
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{\n${members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${writeLines(member, inner)}`).join(',\n')}\n${indent}}`;
}

const isRecording = (value: Json) => isObject(value) && 'input' in value && ('output' in value || 'error' in value);

/** Reads the file; null for text that is not one. */
export function parseChanges(text: string): ChangesLock | null {
  const value = readJson(text);
  if (!isObject(value) || !Array.isArray(value['versions'])) return null;
  return readVersions(value['versions'] as readonly Json[]);
}

/** The versions that a lock holds. */
export const readVersions = (versions: readonly Json[]): ChangesLock =>
  versions.map(objectAt).map((version) => ({
    version: textAt(version['version']) ?? '',
    changes: listAt(version['changes']) as unknown as readonly LockedChange[],
    behaviours: listAt(version['behaviours']) as readonly string[],
  }));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
