import type { Concern } from '../../diff/finding.js';
import { joinConcerns } from '../../diff/causes/join-versions.js';
import { nameOfConcern } from './consumers-in-words.js';
import { findCalls } from './find-calls.js';
import type { RegisteredFile, Registry } from './registry.js';
import type { OperationUse } from './uses-file.js';

/** What consumers may use: a version, or some of its operations. */
export interface Usable {
  /** null for an API without versions, and for operations of every version. */
  readonly version: string | null;
  /** `GET /books` */
  readonly operations?: readonly string[];
}

/**
 * Who uses a version or some of its operations, each with a place in its code or its releases: `shop-web (src/list.ts:14)`. A file that names no
 * version may be about any.
 */
export function usersOf(registry: Registry, { version, operations }: Usable): readonly string[] {
  const everything = { method: null, path: null, apiVersion: version };
  const wanted = operations?.map((name) => ({ ...readName(name), apiVersion: version })) ?? [everything];
  return namesOfUsers(
    wanted.flatMap((address) =>
      [...findCalls(registry, address)].flatMap(([file, used]) => userIn(file, version, placeOfCall(used)) ?? []),
    ),
  );
}

/** The files that say, or leave open, that their consumer uses a version. */
export const filesOfUsers = (registry: Registry, version: string): readonly string[] =>
  [...findCalls(registry, { method: null, path: null, apiVersion: version }).keys()]
    .filter((file) => userIn(file, version, null) !== null)
    .map(({ file }) => file);

/** A consumer that uses something. */
export interface User extends Concern {
  /** What its file does not say, behind its name. */
  readonly doubt: string | null;
}

/** The consumer of a file; null where the file is about another version. */
export function userIn({ uses }: RegisteredFile, version: string | null, where: string | null): User | null {
  if (version !== null && uses.version !== null && uses.version !== version) return null;
  const isCertain = version === null || uses.version !== null;
  const releases = uses.releases.map(({ name }) => name);
  return {
    consumer: uses.consumer,
    releases,
    where,
    isCertain,
    doubt: isCertain ? null : 'whose file names no version',
  };
}

/** Each consumer once. */
export const namesOfUsers = (users: readonly User[]): readonly string[] =>
  joinConcerns(users).map((one) => (one.doubt === null ? nameOfConcern(one) : `${nameOfConcern(one)}, ${one.doubt}`));

const placeOfCall = (used: readonly OperationUse[]) => used.find(({ where }) => where !== undefined)?.where ?? null;

function readName(name: string) {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
}
