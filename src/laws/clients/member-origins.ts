import { isRecord } from '../../schema/node.js';
import { copyOf, sameValue } from '../same-value.js';
import type { ClientRead } from './client-exchange.js';

/** What a member of an older answer is made of. */
export interface MemberOrigins {
  /** The members of the things in answers, by their names in each version. */
  readonly names: { readonly newer: ReadonlySet<string>; readonly older: ReadonlySet<string> };
  /** The newer members that an older one depends on. */
  readonly of: (older: string) => ReadonlySet<string>;
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
  const origins = new Map([...names.older].map((name) => [name, new Set<string>()]));
  things.forEach(({ alone, newer, older }, index) => {
    const other = things[(index + 1) % things.length]!.newer;
    for (const name of names.newer) {
      if (sameValue(newer[name], other[name])) continue;
      const changed = thingIn(read.show(withMember(alone, name, other[name]))?.older);
      if (!isRecord(changed)) continue;
      for (const shown of names.older) if (!sameValue(older[shown], changed[shown])) origins.get(shown)!.add(name);
    }
  });
  return {
    names,
    of: (older) => origins.get(older) ?? new Set(),
    shownAs: (newer) => [...origins].filter(([, from]) => from.has(newer)).map(([name]) => name),
    shown: (older, newer, value) => {
      const shown = thingIn(read.show(withMember(first.alone, newer, value))?.older);
      return isRecord(shown) ? { value: shown[older] } : null;
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
  const copy = copyOf(answer) as Answer;
  listIn(copy.body)?.splice(1);
  return copy;
}

function withMember(answer: Answer, name: string, value: unknown): Answer {
  const copy = copyOf(answer) as Answer;
  const thing = thingIn(copy.body);
  if (isRecord(thing)) (thing as Record<string, unknown>)[name] = value;
  return copy;
}
