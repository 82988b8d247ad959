import { countOf, joinWords } from '../text/join-words.js';
import { fails, type Level, levels } from './level.js';
import type { Chapter, Line, Section } from './report.js';
import { nameSubject, operationOf, formatPlace, type Result, versionsOf } from './result.js';
import { groupBy } from '../text/group-by.js';

/** Brings together what has equal marks, in the order in which it comes first. */
export function bringTogether<T>(list: readonly T[], marksOf: (item: T) => unknown): readonly (readonly [T, ...T[]])[] {
  return [...groupBy(list, (item) => JSON.stringify(marksOf(item))).values()];
}

/** A line for each message, which names every operation and version that it concerns. */
export function linesOf(results: readonly Result[]): readonly Line[] {
  const grouped = bringTogether(results, ({ id, level, message, fix, subject }) => [
    id,
    level,
    message,
    fix,
    versionsOf(subject),
  ]).map((same) => ({ same, operations: distinct(same.flatMap(({ subject }) => operationOf(subject) ?? [])) }));
  return bringTogether(grouped, ({ same: [{ id, level, message, fix }], operations }) => [
    id,
    level,
    message,
    fix,
    operations,
  ]).map((group) => {
    const versions = distinct(group.flatMap(({ same: [{ subject }] }) => versionsOf(subject)));
    const [{ same, operations }, ...others] = group;
    return lineOf(
      [...same, ...others.flatMap((one) => one.same)] as [Result, ...Result[]],
      nameSubject(operations, versions),
    );
  });
}

/** The only chapter of a report that has no others. */
export function onlyChapter(results: readonly Result[]): readonly Chapter[] {
  return [{ title: null, sections: results.length === 0 ? [] : [{ titles: [], lines: linesOf(results) }], rest: null }];
}

/** Sections of the operations that have the same results, each with the most severe first. */
export function sectionsByOperation(results: readonly Result[]): readonly Section[] {
  const grouped = bringTogether(results, ({ level, id, message, fix }) => [level, id, message, fix]).map((same) => ({
    titles: shortenNames(distinct(same.map(titleOf))),
    line: lineOf(same, ''),
  }));
  return bringTogether(grouped, ({ titles }) => titles).map((group) => ({
    titles: group[0].titles,
    lines: levels.flatMap((level) => group.flatMap(({ line }) => (line.level === level ? [line] : []))),
  }));
}

/** Leaves out what fails nothing beyond the first few; the sentence says how many. */
export function shorten(
  results: readonly Result[],
  failOn: Level,
  shown: number,
): { readonly results: readonly Result[]; readonly rest: string | null } {
  const others = results.filter(({ level }) => level === 'info' && !fails(level, failOn));
  const left = new Set(others.slice(shown));
  return {
    results: results.filter((result) => !left.has(result)),
    rest:
      left.size === 0
        ? null
        : `… and ${countOf(left.size, 'other change')} that ${left.size === 1 ? 'breaks' : 'break'} nothing; --format json has them all.`,
  };
}

function lineOf(same: readonly [Result, ...Result[]], subject: string): Line {
  const [{ id, level, message, fix, details }] = same;
  const places = distinct(same.flatMap(({ place }) => (place ? [formatPlace(place)] : [])));
  const left = places.length - mostPlaces;
  return {
    id,
    level,
    message,
    fix,
    subject,
    ...(details && { details }),
    places: left > 1 ? places.slice(0, mostPlaces) : places,
    ...(left > 1 && { morePlaces: `and ${left} more` }),
  };
}

/** The most places that a line names. */
const mostPlaces = 5;

/** `GET /users (version 1)`, `schema Order (versions 1 and 2)`, or `the whole document` */
export function titleOf({ subject }: Result): string {
  const versions = versionsOf(subject);
  const words = versions.length === 0 ? '' : ` (version${versions.length === 1 ? '' : 's'} ${joinWords(versions)})`;
  return `${operationOf(subject) ?? 'the whole document'}${words}`;
}

/** The most operations that a heading names. */
const mostNames = 10;

function shortenNames(names: readonly string[]): readonly string[] {
  return names.length <= mostNames + 1 ? names : [...names.slice(0, mostNames), `and ${names.length - mostNames} more`];
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];
