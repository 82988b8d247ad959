import { isObject, type JsonObject } from '../json/json.js';
import { type Members, membersOf, sameMember } from './members.js';
import type { Member, Step } from './step.js';

/** Moves, and the members whose difference they are. */
export interface Moves {
  readonly steps: readonly Step[];
  readonly covered: { readonly newer: ReadonlySet<string>; readonly older: ReadonlySet<string> };
}

/** Members that went into an object that is new, or came out of one that is gone, under their own names. */
export function findMoves(now: Members, before: Members): Moves {
  const fresh = new Map([...now].filter(([name]) => !before.has(name)));
  const gone = new Map([...before].filter(([name]) => !now.has(name)));
  const inwards = gathered(fresh, gone);
  const rest = new Map(
    [...gone].filter(([name]) => !inwards.some(({ outer, inner }) => name === outer || inner.includes(name))),
  );
  const outwards = gathered(rest, fresh);
  return {
    steps: [
      ...inwards.flatMap(({ outer, inner }) =>
        inner.map((name): Step => ({ kind: 'moved', newer: `${outer}.${name}`, older: name })),
      ),
      ...outwards.flatMap(({ outer, inner }) =>
        inner.map((name): Step => ({ kind: 'moved', newer: name, older: `${outer}.${name}` })),
      ),
    ],
    covered: {
      newer: new Set([...inwards.map(({ outer }) => outer), ...outwards.flatMap(({ inner }) => inner)]),
      older: new Set([...inwards.flatMap(({ inner }) => inner), ...outwards.map(({ outer }) => outer)]),
    },
  };
}

interface Gathered {
  readonly outer: string;
  readonly inner: readonly string[];
}

/** Objects on one side with nothing but members that stand alone on the other; none has a dot, which would be a step of the path. */
function gathered(objects: Members, alone: Members): readonly Gathered[] {
  const taken = new Set<string>();
  return [...objects].flatMap(([outer, member]): readonly Gathered[] => {
    const inner = innerMembers(member);
    const names = [...inner.keys()];
    const fits = names.every((name) => {
      const other = alone.get(name);
      return other !== undefined && !taken.has(name) && !name.includes('.') && sameMember(inner.get(name)!, other);
    });
    if (!fits || names.length === 0 || outer.includes('.')) return [];
    for (const name of names) taken.add(name);
    return [{ outer, inner: names }];
  });
}

/** The members of an object that is written where it is used, and always there. */
function innerMembers({ schema, isRequired }: Member): Members {
  const isInline = isRequired && isObject(schema) && schema['type'] === 'object' && schema['$ref'] === undefined;
  return isInline ? membersOf(schema as JsonObject) : new Map();
}
