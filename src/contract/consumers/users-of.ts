import { joinConcerns } from '../../diff/causes/join-versions.js';
import { nameOfConcern } from './consumers-in-words.js';
import { findCalls } from './find-calls.js';
import type { Registry } from './registry.js';

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
  const users = wanted.flatMap((address) =>
    [...findCalls(registry, address)].flatMap(([{ uses }, used]) => {
      if (version !== null && uses.version !== null && uses.version !== version) return [];
      return {
        consumer: uses.consumer,
        releases: uses.releases.map(({ name }) => name),
        where: used.find(({ where }) => where !== undefined)?.where ?? null,
        isCertain: version === null || uses.version !== null,
      };
    }),
  );
  return joinConcerns(users).map((one) =>
    one.isCertain ? nameOfConcern(one) : `${nameOfConcern(one)}, whose file names no version`,
  );
}

function readName(name: string) {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
}
