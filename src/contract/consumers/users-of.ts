import { joinConcerns } from '../../diff/causes/join-versions.js';
import { isCalled } from './called-operation.js';
import { nameOfConcern } from './consumers-in-words.js';
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
export function usersOf({ files }: Registry, { version, operations }: Usable): readonly string[] {
  const everything = { method: null, path: null, apiVersion: version };
  const wanted = operations?.map((name) => ({ ...readName(name), apiVersion: version })) ?? [everything];
  const users = files.flatMap(({ uses: { consumer, version: own, releases, operations: all } }) => {
    const used = all.filter(({ operation }) => wanted.some((one) => isCalled(operation, one)));
    if ((version !== null && own !== null && own !== version) || used.length === 0) return [];
    return {
      consumer,
      releases: releases.map(({ name }) => name),
      where: used.find(({ where }) => where !== undefined)?.where ?? null,
      isCertain: version === null || own !== null,
    };
  });
  return joinConcerns(users).map((one) =>
    one.isCertain ? nameOfConcern(one) : `${nameOfConcern(one)}, whose file names no version`,
  );
}

function readName(name: string) {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
}
