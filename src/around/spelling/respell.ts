import { asSent, isStandIn } from '../../json/as-sent.js';
import { alike, Counterparts } from './counterparts.js';
import { LostDigits } from './lost-digits.js';
import { membersOf } from './members.js';
import { type Found, inside, isContainer, isLeftOut, type Member, memberOf, type Part, type Values } from './part.js';
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
    const { kept, others } = membersOf(this.#text, part, value, sources, this.#counterparts);
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
}

const none: readonly SpelledMember[] = [];
/** Stands for each item of a list. */
const item: Path = ['0'];

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
