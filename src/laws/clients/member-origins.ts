import { isRecord } from '../../schema/node.js';
import { copyOf, sameValue } from '../same-value.js';
import type { ClientRead } from './client-exchange.js';

/** What a member of an older answer is made of. */
export interface MemberOrigins {
  /** The members of the things in answers, by their names in each version. */
  readonly names: { readonly newer: ReadonlySet<string>; readonly older: ReadonlySet<string> };
  /** The newer members that an older one depends on. */
  readonly of: (older: string) => ReadonlySet<string>;
  /** Whether an older member depends on a newer one. */
  readonly dependsOn: (older: string, newer: string) => boolean;
  /** The older members that depend on a newer one. */
  readonly shownAs: (newer: string) => readonly string[];
  /** What an older member shows where a newer one has some value; null where a change fails. */
  readonly shown: (older: string, newer: string, value: unknown) => { readonly value: unknown } | null;
}

/** Follows each member of a thing that a list, or an answer, has. null where no answer has one. */
export function memberOrigins(read: ClientRead, answers: readonly unknown[]): MemberOrigins | null {
  const things = answers.flatMap((answer) => {
    const alone = withOneItem(answer);
    const sent = read.show(alone);
    const [newer, older] = [thingIn(sent?.newer), thingIn(sent?.older)];
    return isRecord(newer) && isRecord(older) ? [{ alone, newer, older }] : [];
  });
  const [first] = things;
  if (!first) return null;
  const names = {
    newer: new Set(things.flatMap(({ newer }) => Object.keys(newer))),
    older: new Set(things.flatMap(({ older }) => Object.keys(older))),
  };
  const pairs = new Map([...names.newer].map((name) => [name, lazily(() => changedPairs(name))]));
  const dependsOn = (older: string, newer: string) =>
    names.older.has(older) &&
    (pairs.get(newer)?.some(([before, after]) => !sameValue(before[older], after[older])) ?? false);
  return {
    names,
    dependsOn,
    of: (older) => new Set([...names.newer].filter((newer) => dependsOn(older, newer))),
    shownAs: (newer) => [...names.older].filter((older) => dependsOn(older, newer)),
    shown: (older, newer, value) => {
      const shown = thingIn(read.showOlder(withMember(first.alone, newer, value)));
      return isRecord(shown) ? { value: shown[older] } : null;
    },
  };

  /** Older things, each before and after a newer member got the value that the next thing has. */
  function* changedPairs(name: string): Iterable<readonly [before: Thing, after: Thing]> {
    for (const [index, { alone, newer, older }] of things.entries()) {
      const other = things[(index + 1) % things.length]!.newer;
      if (sameValue(newer[name], other[name])) continue;
      const changed = thingIn(read.showOlder(withMember(alone, name, other[name])));
      if (isRecord(changed)) yield [older, changed];
    }
  }
}

type Thing = Readonly<Record<string, unknown>>;

/** What an iterable gives, taken once and only as far as somebody looks. */
function lazily<T>(values: () => Iterable<T>) {
  const taken: T[] = [];
  let rest: Iterator<T> | null = null;
  return {
    some: (holds: (one: T) => boolean): boolean => {
      if (taken.some(holds)) return true;
      rest ??= values()[Symbol.iterator]();
      for (let next = rest.next(); !next.done; next = rest.next()) {
        taken.push(next.value);
        if (holds(next.value)) return true;
      }
      return false;
    },
  };
}

/** The first item of a list, or of the list in a page; anything else itself. */
function thingIn(body: unknown): unknown {
  const list = listIn(body);
  return list ? list[0] : body;
}

function listIn(body: unknown): unknown[] | null {
  const list = Array.isArray(body) ? body : Object.values(Object(body) as object).find(isListOfObjects);
  return (list as unknown[] | undefined) ?? null;
}

const isListOfObjects = (value: unknown) => Array.isArray(value) && (value.length === 0 || isRecord(value[0]));

interface Answer {
  readonly body: unknown;
}

/** The answer with the first item of its list alone. */
function withOneItem(answer: unknown): Answer {
  const { body } = answer as Answer;
  const list = listIn(body);
  if (!list) return answer as Answer;
  const alone = list.slice(0, 1);
  const short = Array.isArray(body)
    ? alone
    : Object.fromEntries(
        Object.entries(body as object).map(([name, member]) => [name, member === list ? alone : member]),
      );
  return { ...(answer as object), body: short };
}

function withMember(answer: Answer, name: string, value: unknown): Answer {
  const copy = copyOf(answer) as Answer;
  const thing = thingIn(copy.body);
  if (isRecord(thing)) (thing as Record<string, unknown>)[name] = value;
  return copy;
}
