import { codeUnitOrder } from '../../text/code-unit-order.js';
import { groupBy } from '../../text/group-by.js';
import { countOf } from '../../text/join-words.js';
import { readAge } from '../../routing/table/consumers-options.js';
import { millisecondsPerDay } from '../../text/date.js';
import type { UsesFile } from './uses-file.js';

/** A file of the folder of consumers. */
export interface RegisteredFile {
  readonly file: string;
  readonly uses: UsesFile;
}

/** The consumers of an API whose files count. */
export interface Registry {
  readonly files: readonly RegisteredFile[];
}

/** The files that count: of what is deployed, the newest of each consumer and version; of releases that stay in use, all. */
export function openRegistry(files: readonly RegisteredFile[]): Registry {
  const counts = newestFiles(files);
  const stays = ({ uses }: RegisteredFile) => uses.releases.some(({ state }) => state === 'released');
  return {
    files: files
      .filter((one) => counts.has(one) || stays(one))
      .toSorted((a, b) => codeUnitOrder(a.uses.consumer, b.uses.consumer) || codeUnitOrder(a.uses.at, b.uses.at)),
  };
}

/** The newest file of each consumer and version. */
function newestFiles(files: readonly RegisteredFile[]): ReadonlySet<RegisteredFile> {
  const newest = new Map<string, RegisteredFile>();
  for (const one of files) {
    const key = JSON.stringify([one.uses.consumer, one.uses.version]);
    const known = newest.get(key);
    if (!known || known.uses.at < one.uses.at) newest.set(key, one);
  }
  return new Set(newest.values());
}

/**
 * The files that nothing may be concluded from, because they are older than `maxAge`. The file of a release that stays in use does not age while
 * its consumer has a newer one.
 */
export function outdatedFiles(
  { files }: Registry,
  maxAge: string | undefined,
  asOf: string,
): readonly RegisteredFile[] {
  const days = maxAge === undefined ? null : readAge(maxAge);
  return days === null ? [] : [...newestFiles(files)].filter((one) => ageOf(one, asOf) > days);
}

/**
 * What is wrong with files as a whole, each with the fix: those of another API, and those that say one thing twice. `renaming` is how the API
 * gets another name.
 */
export function registryFaults(files: readonly RegisteredFile[], api: string, renaming: string): readonly string[] {
  const foreign = files
    .filter(({ uses }) => uses.api !== api)
    .map(
      ({ file, uses }) =>
        `${file} is of the API "${uses.api}", and this is "${api}". Delete it, write it with --api ${api}, or ${renaming}.`,
    );
  const groups = groupBy(files, ({ uses: { consumer, version, revision, evidence } }) =>
    JSON.stringify([consumer, version, revision, evidence]),
  );
  const twice = [...groups.values()].flatMap(([first, second]) =>
    second
      ? [`${first.file} and ${second.file} are of one revision of ${first.uses.consumer}. Delete one of them.`]
      : [],
  );
  return [...foreign, ...twice];
}

/** How old a file is on a day, in days of the calendar (UTC): one of yesterday evening is a day old. */
export const ageOf = ({ uses }: RegisteredFile, asOf: string): number =>
  Math.max(0, dayNumber(asOf) - dayNumber(uses.at));

const dayNumber = (date: string) => Math.floor(Date.parse(date) / millisecondsPerDay);

/** `4 of 4 complete, newest 3 days old` */
export function describeRegistry({ files }: Registry, asOf: string): string {
  const complete = files.filter(({ uses }) => uses.complete).length;
  const age = Math.min(...files.map((one) => ageOf(one, asOf)));
  return files.length === 0
    ? 'none is registered'
    : `${complete} of ${files.length} complete, newest ${countOf(age, 'day')} old`;
}
