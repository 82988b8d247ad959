import { alike, type Counterparts } from './counterparts.js';
import { type Frame, inside, isLeftOut, type Member, memberOf, type Part, type Values } from './part.js';
import { optionOf, type Path } from './places.js';
import type { Spelled, SpelledMember } from './spelled.js';

/** What an object is written of. */
interface Members {
  /** By the names of members of the source that stand in the same object. */
  readonly kept: ReadonlyMap<string, Member>;
  /** All others. */
  readonly others: readonly Member[];
}

/** The members of a value, and what each was made of. */
export function membersOf(
  text: string,
  part: Part,
  value: Values,
  sources: readonly SpelledMember[],
  counterparts: Counterparts,
): Members {
  const { node, places } = part;
  const isComputed = part.isComputed || (places?.isComputed ?? false);
  const last = new Map(sources.map((source) => [source.name, source.value]));
  const kept = new Map<string, Member>();
  const others: Member[] = [];
  const open: string[] = [];
  const take = (name: string, path: Path | null, source: Spelled | null, frame: Frame | null) => {
    const own = frame ? frame.places.of([...frame.path, name]) : (places?.of([name]) ?? null);
    const inner = places && places.depth > 1 && node ? { node, places, path: [name] } : below(part.frame, name);
    const sent = path?.length === 1 ? memberOf(part.sent, path[0]!) : undefined;
    const found = { node: source, sent };
    const member = { name, part: { ...inside(part, value[name], found, own, isComputed), frame: inner } };
    if (path?.length === 1 && source !== null && !kept.has(path[0]!)) kept.set(path[0]!, member);
    else others.push(member);
  };
  for (const name of Object.keys(value)) {
    if (isLeftOut(value[name])) continue;
    const moved = part.frame && movedFrom(part.frame, name);
    if (moved !== null) {
      take(name, null, partAt(part.frame!.node, moved), part.frame);
      continue;
    }
    const path = places ? places.sourceOf([name]) : [name];
    const source = path && (path.length === 1 ? (last.get(path[0]!) ?? null) : node && partAt(node, path));
    const own = optionOf(places?.of([name]) ?? null, value[name]);
    if (isComputed && (source === null || !alike(text, value[name], source, own))) open.push(name);
    else take(name, path, source, null);
  }
  for (const name of open) {
    const found = counterparts.ofMember(value[name], last, kept);
    const path = places ? places.sourceOf([name]) : [name];
    const named = path?.length === 1 && !kept.has(path[0]!) ? (last.get(path[0]!) ?? null) : null;
    if (found !== null) take(name, [found], last.get(found)!, null);
    else take(name, path, named, null);
  }
  return { kept, others };
}

/** What stands at a path below an object; null for nothing. */
function partAt(node: Spelled, path: Path): Spelled | null {
  return path.reduce<Spelled | null>(
    (current, name) => current?.members?.findLast((member) => member.name === name)?.value ?? null,
    node,
  );
}

/** The same frame one object further inside; null where no member comes from as far. */
const below = (frame: Frame | null, name: string): Frame | null =>
  frame && frame.path.length + 1 < frame.places.depth ? { ...frame, path: [...frame.path, name] } : null;

/** Where a member comes from that was in another object; null for one that was in its own. */
function movedFrom({ places, path }: Frame, name: string): Path | null {
  const here = [...path, name];
  const from = places.sourceOf(here);
  return from === null || (from.length === here.length && from.every((one, index) => one === here[index]))
    ? null
    : from;
}
