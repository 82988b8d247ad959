import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../../json/json.js';
import type { CheckId } from '../checks/checks.js';
import type { DiffOptions } from '../diff-documents.js';

/** Two documents and what `svc diff` finds in them. */
export interface Fixture {
  readonly options?: Partial<DiffOptions>;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly findings: readonly {
    readonly id: CheckId;
    readonly level: string;
    readonly method: string | null;
    readonly path: string | null;
    readonly pointer: string;
    readonly message: string;
  }[];
}

/** The day that every fixture is compared on. */
export const asOf = '2026-11-20';

const folder = new URL('../../../fixtures/diff/', import.meta.url);

/** The fixtures by the id of the check that each one shows. */
export const fixtures: ReadonlyMap<string, Fixture> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name.slice(0, -'.yaml'.length), parse(readFileSync(new URL(name, folder), 'utf8')) as Fixture]),
);
