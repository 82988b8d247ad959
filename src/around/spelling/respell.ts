import { asSent } from '../../json/as-sent.js';
import { alike, Counterparts } from './counterparts.js';
import { LostDigits, type Scope } from './lost-digits.js';
import type { Path, Places } from './places.js';
import { type Spelled, spelledIn, type SpelledMember } from './spelled.js';
import { TextWriter } from './text-writer.js';

/** How a value was made of what a text says. */
export interface Making {
  /** Where its parts stand in the text; null where each has kept its name. */
  readonly places: Places | null;
  /** Whether a function of the operation may have made it. */
  readonly isComputed: boolean;
}

/**
 * The text of a value that was made of another text: what is the same in both is copied, with its white space, its escapes, its order and
 * the digits of its numbers. What a change made is written as JSON.stringify() does.
 */
export function respell(text: string, value: unknown, { places, isComputed }: Making): string {
  return new Respelling(text).write(value, places, isComputed);
}

/** A part of the value that is written. */
interface Part {
  readonly value: unknown;
  /** What it was made of; null for what a change made of nothing that is known. */
  readonly node: Spelled | null;
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

  write(value: unknown, places: Places | null, isComputed: boolean): string {
    const node = spelledIn(this.#text);
    this.#writer.copy(0, node.start);
    this.#part({ value, node, places, isComputed, frame: null, scope: { node, around: null } });
    this.#writer.copy(node.end, this.#text.length);
    return this.#writer.result;
  }

  #part(part: Part): void {
    const { value, places } = part;
    if (typeof value !== 'object' || value === null) return this.#scalar(part);
    if (isStandIn(value)) return this.#part({ ...part, value: asSent(value) });
    const own = places?.isUnion ? { ...part, places: optionOf(places, value) } : part;
    if (Array.isArray(value)) this.#list(own, value);
    else this.#object(own, value as Values);
  }

  #scalar({ value, node, isComputed, scope }: Part): void {
    if (node !== null && alike(this.#text, value, node)) return this.#writer.copy(node.start, node.end);
    const digits = isComputed && typeof value === 'number' ? this.#digits.of(value, scope) : null;
    this.#writer.add(digits ?? JSON.stringify(value) ?? 'null');
  }

  #list(part: Part, value: readonly unknown[]): void {
    const { node, places, scope } = part;
    const items = node?.items ?? null;
    const isComputed = part.isComputed || (places?.isComputed ?? false);
    const sources = items && this.#counterparts.ofItems(value, items, isComputed);
    const write = (index: number) => {
      const source = sources?.[index] ?? null;
      const own = places?.of([String(index)]) ?? null;
      const around = source === null ? scope : { node: source, around: scope };
      this.#part({ value: value[index], node: source, places: own, isComputed, frame: null, scope: around });
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
      if (member && (isLast || this.#isCopied(member))) {
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

  #name(name: string, { name: older, start, nameEnd, value }: SpelledMember): void {
    if (name === older) return this.#writer.copy(start, value.start);
    this.#writer.add(JSON.stringify(name));
    this.#writer.copy(nameEnd, value.start);
  }

  /** Whether a member that is there once more before is copied too: which of them counts is the reader's to say. */
  #isCopied = ({ part: { places, isComputed } }: Member) => places === null && !isComputed;

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
    const { node, places, scope } = part;
    const isComputed = part.isComputed || (places?.isComputed ?? false);
    const last = new Map(sources.map((source) => [source.name, source.value]));
    const kept = new Map<string, Member>();
    const others: Member[] = [];
    const open: string[] = [];
    const take = (name: string, path: Path | null, source: Spelled | null, frame: Frame | null) => {
      const around = source === null ? scope : { node: source, around: scope };
      const own = frame ? frame.places.of([...frame.path, name]) : (places?.of([name]) ?? null);
      const inner = places?.isDeep && node ? { node, places, path: [name] } : below(frame, name);
      const member = { name, part: { value: value[name], node: source, places: own, isComputed, frame: inner, scope: around } };
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
      if (isComputed && (source === null || !alike(this.#text, value[name], source))) open.push(name);
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

function optionOf(places: Places, value: unknown): Places | null {
  let current: Places | null = places;
  while (current?.isUnion) {
    const next: Places | null = current.optionOf(value);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** What JSON.stringify() leaves out of an object. */
const isLeftOut = (value: unknown) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Whether something else is sent in the place of an object. */
const isStandIn = (value: object) =>
  typeof (value as { readonly toJSON?: unknown }).toJSON === 'function' ||
  value instanceof Number ||
  value instanceof String ||
  value instanceof Boolean;

const below = (frame: Frame | null, name: string): Frame | null =>
  frame && { ...frame, path: [...frame.path, name] };

/** Where a member comes from that was in another object; null for one that was in its own. */
function movedFrom({ places, path }: Frame, name: string): Path | null {
  const here = [...path, name];
  const from = places.sourceOf(here);
  return from === null || (from.length === here.length && from.every((one, index) => one === here[index])) ? null : from;
}
