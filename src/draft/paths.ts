import { isObject, type JsonObject } from '../json/json.js';
import { type Look, type Member, type Members, membersOf } from './members.js';

/** The members of both sides, where some stand for the paths inside them. */
export interface Flattened {
  readonly now: Members;
  readonly before: Members;
}

/** Objects that are new, or gone, as the paths of their members: these may have stood elsewhere. */
export function flattened(now: Members, before: Members, look: Look): readonly Flattened[] {
  const fresh = opened(now, before, look.newer);
  const gone = opened(before, now, look.older);
  return [...(fresh ? [{ now: fresh, before }] : []), ...(gone ? [{ now, before: gone }] : [])];
}

function opened(members: Members, others: Members, look: Look['newer']): Members | null {
  const open = [...members].flatMap(([name, member]) => {
    const inner = others.has(name) || name.includes('.') ? [] : innerMembers(member, look);
    return inner.length > 0 ? [{ name, inner }] : [];
  });
  if (open.length === 0) return null;
  return new Map(
    [...members].flatMap(([name, member]): readonly (readonly [string, Member])[] => {
      const found = open.find((one) => one.name === name);
      return found ? found.inner.map(([inner, one]) => [`${name}.${inner}`, one]) : [[name, member]];
    }),
  );
}

/** The members of an object that is always there; none where a name has a dot, which would be a step of the path. */
function innerMembers({ schema, isRequired }: Member, look: Look['newer']): readonly (readonly [string, Member])[] {
  const seen = isRequired ? look(schema) : schema;
  if (!isRequired || !isObject(seen) || seen['type'] !== 'object') return [];
  const inner = [...membersOf(seen as JsonObject)];
  return inner.some(([name]) => name.includes('.')) ? [] : inner;
}
