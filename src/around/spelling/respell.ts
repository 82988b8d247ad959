import { asSent } from '../../json/as-sent.js';
import { alike, Counterparts } from './counterparts.js';
import { LostDigits, type Scope } from './lost-digits.js';
import { optionOf, type Path, type Places } from './places.js';
import { type Spelled, spelledIn, type SpelledMember } from './spelled.js';
import { TextWriter } from './text-writer.js';

/** How a value was made of what a text says. */
export interface Making {
  /** Where its parts stand in the text; null where each has kept its name. */
  readonly places: Places | null;
  /** Whether a function of the operation may have made it. */
  readonly isComputed: boolean;
}

/** A text, and the value that it was read as. */
export interface Sent {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The text of a value that was made of another text: what is the same in both is copied, with its white space, its escapes, its order and
 * the digits of its numbers. What a change made is written as JSON.stringify() does.
 */
export function respell({ text, value: sent }: Sent, value: unknown, { places, isComputed }: Making): string {
  return new Respelling(text).write(value, sent, places, isComputed);
}

/** A part of the value that is written. */
interface Part {
  readonly value: unknown;
  /** What it was made of; null for what a change made of nothing that is known. */
  readonly node: Spelled | null;
  /** What the node was read as; undefined where that is not known. */
  readonly sent: unknown;
  readonly places: Places | null;
  /** Whether a function of a change may have made it, which gives members other names and lists another order. */
  readonly isComputed: boolean;
  /** The object around it between whose objects members move; null where they do not. */
  readonly frame: Frame | null;
  readonly scope: Scope;
}

interface Frame {
  readonly node: Spelled;
  readonly places: Places;
  /** From the object to the part. */
  readonly path: Path;
}

/** A member of an object that is written. */
interface Member {
  readonly name: string;
  readonly part: Part;
}

type Values = Readonly<Record<string, unknown>>;

class Respelling {
  readonly #text: string;
  readonly #writer: TextWriter;
  readonly #counterparts: Counterparts;
  readonly #digits: LostDigits;

  constructor(text: string) {
    this.#text = text;
    this.#writer = new TextWriter(text);
    this.#counterparts = new Counterparts(text);
    this.#digits = new LostDigits(text);
  }

  write(value: unknown, sent: unknown, places: Places | null, isComputed: boolean): string {
    const node = spelledIn(this.#text);
    this.#writer.copy(0, node.start);
    this.#part({ value, node, sent, places, isComputed, frame: null, scope: { node, around: null } });
    this.#writer.copy(node.end, this.#text.length);
    return this.#writer.result;
  }

  #part(part: Part): void {
    const { value, places } = part;
    if (typeof value !== 'object' || value === null) return this.#scalar(part);
    if (this.#isWhole(part)) return this.#writer.copy(part.node!.start, part.node!.end);
    if (isStandIn(value)) return this.#part({ ...part, value: asSent(value) });
    const own = places?.isUnion ? { ...part, places: optionOf(places, value) } : part;
    if (Array.isArray(value)) this.#list(own, value);
    else this.#object(own, value as Values);
  }

  #inside(part: Part, value: unknown, found: Found, places: Places | null, isComputed: boolean): void {
    const { node } = found;
    if (!isContainer(value) && node !== null && alike(this.#text, value, node)) this.#writer.copy(node.start, node.end);
    else this.#part(inside(part, value, found, places, isComputed));
  }

  /** Whether a part is what was read: no schema and no change has looked into it. */
  #isWhole({ value, node, sent, places, isComputed }: Part): boolean {
    if (value !== sent || node === null || places !== null || !isContainer(value)) return false;
    // A function may have changed it in its place.
    return !isComputed || this.#counterparts.isSame(value, node);
  }

  #scalar({ value, node, isComputed, scope }: Part): void {
    if (node !== null && alike(this.#text, value, node)) return this.#writer.copy(node.start, node.end);
    const digits = isComputed && typeof value === 'number' ? this.#digits.of(value, scope) : null;
    this.#writer.add(digits ?? JSON.stringify(value) ?? 'null');
  }

  #list(part: Part, value: readonly unknown[]): void {
    const { node, places } = part;
    const items = node?.items ?? null;
    const isComputed = part.isComputed || (places?.isComputed ?? false);
    const every = places?.isEven ? places.of(item) : null;
    const placesAt = (index: number) => (places === null || places.isEven ? every : places.of([String(index)]));
    const sources = items && this.#counterparts.ofItems(value, items, isComputed, placesAt);
    const write = (index: number) => {
      const source = sources?.[index] ?? null;
      const isInPlace = source !== null && source === items?.[index];
      const found = { node: source, sent: isInPlace ? memberOf(part.sent, index) : undefined };
      this.#inside(part, value[index], found, placesAt(index), isComputed);
    };
    if (node === null || items === null) return this.#newList(value.length, write);
    const isSame = value.length === items.length && value.every((_, index) => sources?.[index] === items[index]);
    let end = node.start + 1;
    this.#writer.copy(node.start, end);
    if (items.length > 0 && value.length > 0) this.#writer.copy(end, items[0]!.start);
    const gap = items.length > 1 ? this.#text.slice(items[0]!.end, items[1]!.start) : ',';
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0 && isSame) this.#writer.copy(end, items[index]!.start);
      else if (index > 0) this.#writer.add(gap);
      write(index);
      end = items[index]?.end ?? end;
    }
    const last = items.at(-1)?.end ?? node.start + 1;
    this.#writer.copy(value.length === 0 && items.length > 0 ? node.end - 1 : last, node.end);
  }

  #newList(length: number, write: (index: number) => void): void {
    this.#writer.add('[');
    for (let index = 0; index < length; index += 1) {
      if (index > 0) this.#writer.add(',');
      write(index);
    }
    this.#writer.add(']');
  }

  #object(part: Part, value: Values): void {
    const { node } = part;
    const sources = node?.members ?? none;
    const isPlain = node !== null && node.members !== null && part.places === null && part.frame === null;
    const members = isPlain ? this.#aligned(part, value, sources) : null;
    if (isPlain && members !== null) return this.#alignedObject(part, members, node);
    const { kept, others } = this.#membersOf(part, value, sources);
    if (node === null || node.members === null) return this.#newObject([...kept.values(), ...others]);
    const first = sources[0];
    const [gap, colon] = this.#punctuation(sources);
    this.#writer.copy(node.start, first?.start ?? node.end - 1);
    let end = first?.start ?? node.end - 1;
    let isFirst = true;
    for (const source of sources) {
      const member = kept.get(source.name);
      const isLast = member?.part.node === source.value;
      if (member && (isLast || this.#isCopied(member.part, source.value))) {
        if (!isFirst) this.#writer.copy(end, source.start);
        isFirst = false;
        this.#name(member.name, source);
        if (isLast) this.#part(member.part);
        else this.#writer.copy(source.value.start, source.value.end);
      }
      end = source.value.end;
    }
    for (const { name, part: own } of others) {
      this.#writer.add(`${isFirst ? '' : gap}${JSON.stringify(name)}${colon}`);
      isFirst = false;
      this.#part(own);
    }
    if (first) this.#writer.copy(end, node.end);
    else this.#writer.copy(node.end - 1, node.end);
  }

  /** The values of the members that stand in the source, undefined for those that are left out; null where others are there, or some twice. */
  #aligned({ isComputed }: Part, value: Values, sources: readonly SpelledMember[]): readonly unknown[] | null {
    const names = Object.keys(value);
    const members: unknown[] = [];
    let next = 0;
    let count = 0;
    for (const { name, value: source } of sources) {
      // Most members stand in one order; a name of the value is looked up faster than one of the text.
      const isNext = names[next] === name;
      const own = isNext ? value[names[next]!] : Object.hasOwn(value, name) ? value[name] : undefined;
      if (isNext) next += 1;
      if (isLeftOut(own)) members.push(undefined);
      else if (isComputed && !alike(this.#text, own, source)) return null;
      else {
        members.push(own);
        count += 1;
      }
    }
    for (const name of names) if (!isLeftOut(value[name])) count -= 1;
    return count === 0 ? members : null;
  }

  #alignedObject(part: Part, members: readonly unknown[], node: Spelled): void {
    const sources = node.members!;
    let end = sources[0]?.start ?? node.end - 1;
    let isFirst = true;
    this.#writer.copy(node.start, end);
    for (let index = 0; index < sources.length; index += 1) {
      const { name, start, value: source } = sources[index]!;
      if (members[index] !== undefined) {
        this.#writer.copy(isFirst ? start : end, source.start);
        this.#inside(part, members[index], { node: source, sent: memberOf(part.sent, name) }, null, part.isComputed);
        isFirst = false;
      }
      end = source.end;
    }
    this.#writer.copy(end, node.end);
  }

  #name(name: string, { name: older, start, nameEnd, value }: SpelledMember): void {
    if (name === older) return this.#writer.copy(start, value.start);
    this.#writer.add(JSON.stringify(name));
    this.#writer.copy(nameEnd, value.start);
  }

  /** Whether a member that is there once more is copied too, because nothing looks into either: which of them counts is the reader's to say. */
  #isCopied(last: Part, other: Spelled): boolean {
    const { value, node, places, isComputed } = last;
    if (places !== null || node === null || (isComputed && !this.#counterparts.isSame(value, node))) return false;
    return this.#isWhole(last) || isCovered(other, value);
  }

  /** What stands between two members, and between a name and its value. */
  #punctuation([first, second]: readonly SpelledMember[]): readonly [gap: string, colon: string] {
    if (!first) return [',', ':'];
    const gap = second ? this.#text.slice(first.value.end, second.start) : ',';
    return [gap, this.#text.slice(first.nameEnd, first.value.start)];
  }

  #newObject(members: readonly Member[]): void {
    this.#writer.add('{');
    members.forEach(({ name, part }, index) => {
      this.#writer.add(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      this.#part(part);
    });
    this.#writer.add('}');
  }

  /** The members of a value by the name of the source that stands in the same object, and all others. */
  #membersOf(part: Part, value: Values, sources: readonly SpelledMember[]) {
    const { node, places } = part;
    const isComputed = part.isComputed || (places?.isComputed ?? false);
    const last = new Map(sources.map((source) => [source.name, source.value]));
    const kept = new Map<string, Member>();
    const others: Member[] = [];
    const open: string[] = [];
    const take = (name: string, path: Path | null, source: Spelled | null, frame: Frame | null) => {
      const own = frame ? frame.places.of([...frame.path, name]) : (places?.of([name]) ?? null);
      const inner = places?.isDeep && node ? { node, places, path: [name] } : below(frame, name);
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
        take(name, null, this.#at(part.frame!.node, moved), part.frame);
        continue;
      }
      const path = places ? places.sourceOf([name]) : [name];
      const source = path && (path.length === 1 ? (last.get(path[0]!) ?? null) : node && this.#at(node, path));
      const own = optionOf(places?.of([name]) ?? null, value[name]);
      if (isComputed && (source === null || !alike(this.#text, value[name], source, own))) open.push(name);
      else take(name, path, source, null);
    }
    for (const name of open) {
      const found = this.#counterparts.ofMember(value[name], last, kept);
      const path = places ? places.sourceOf([name]) : [name];
      const named = path?.length === 1 && !kept.has(path[0]!) ? (last.get(path[0]!) ?? null) : null;
      if (found !== null) take(name, [found], last.get(found)!, null);
      else take(name, path, named, null);
    }
    return { kept, others };
  }

  /** What stands at a path below an object; null for nothing. */
  #at(node: Spelled, path: Path): Spelled | null {
    return path.reduce<Spelled | null>(
      (current, name) => current?.members?.findLast((member) => member.name === name)?.value ?? null,
      node,
    );
  }
}

const none: readonly SpelledMember[] = [];
/** Stands for each item of a list. */
const item: Path = ['0'];

/** What a part was made of. */
type Found = Pick<Part, 'node' | 'sent'>;

/** What is in another part. */
function inside(
  { scope }: Part,
  value: unknown,
  { node, sent }: Found,
  places: Places | null,
  isComputed: boolean,
): Part {
  // Only what is computed is looked for elsewhere.
  const own = isComputed && node !== null ? { node, around: scope } : scope;
  return { value, node, sent, places, isComputed, frame: null, scope: own };
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const memberOf = (owner: unknown, name: string | number): unknown =>
  isContainer(owner) && Object.hasOwn(owner, name) ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

/** Whether a part has no members that a value lacks: they may be what no older version shows. */
function isCovered({ items, members }: Spelled, value: unknown): boolean {
  if (items !== null) {
    const [example] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    return items.every((one) => isCovered(one, example));
  }
  return (members ?? []).every((member) => {
    const own = memberOf(value, member.name);
    return own !== undefined && isCovered(member.value, own);
  });
}

/** What JSON.stringify() leaves out of an object. */
const isLeftOut = (value: unknown) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Whether something else is sent in the place of an object. */
const isStandIn = (value: object) =>
  typeof (value as { readonly toJSON?: unknown }).toJSON === 'function' ||
  value instanceof Number ||
  value instanceof String ||
  value instanceof Boolean;

const below = (frame: Frame | null, name: string): Frame | null => frame && { ...frame, path: [...frame.path, name] };

/** Where a member comes from that was in another object; null for one that was in its own. */
function movedFrom({ places, path }: Frame, name: string): Path | null {
  const here = [...path, name];
  const from = places.sourceOf(here);
  return from === null || (from.length === here.length && from.every((one, index) => one === here[index]))
    ? null
    : from;
}
