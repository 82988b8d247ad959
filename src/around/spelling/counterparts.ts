import { optionOf, type Places } from './places.js';
import { scalarAt, type Spelled } from './spelled.js';

/** How often values are compared at most for each character of a text, so that the time grows with its length alone. */
const patience = 4;

/** Whether a value may be that of a part of a text: a scalar that is the same, an object whose scalars are, a list. */
export function alike(text: string, value: unknown, node: Spelled, places: Places | null = null): boolean {
  if (typeof value === 'string') return isString(text, value, node);
  if (typeof value !== 'object' || value === null) return isScalar(node) && scalarAt(text, node) === value;
  if (Array.isArray(value)) return node.items !== null;
  if (node.members === null) return false;
  const own = value as Readonly<Record<string, unknown>>;
  const isSame = (name: string, member: Spelled) => {
    const other = Object.hasOwn(own, name) ? own[name] : undefined;
    return other === undefined || typeof other === 'object' || !isScalar(member) || scalarAt(text, member) === other;
  };
  if (places === null && node.members.every(({ name, value: member }) => isSame(name, member))) return true;
  // Of two members with one name, the last one counts.
  const last = new Map(node.members.map((member) => [member.name, member.value]));
  if (places === null)
    return last.size < node.members.length && [...last].every(([name, member]) => isSame(name, member));
  return Object.keys(own).every((name) => {
    const path = places.sourceOf([name]);
    const source = path?.length === 1 ? last.get(path[0]!) : undefined;
    return source === undefined || isSame(name, source);
  });
}

const isScalar = ({ members, items }: Spelled) => members === null && items === null;

/** Whether a part is a text that is the same, which takes no copy of it where it is written without escapes. */
function isString(text: string, value: string, node: Spelled): boolean {
  const { start, end } = node;
  if (text.charCodeAt(start) !== quote) return false;
  const isPlain = end - start === value.length + 2 && text.startsWith(value, start + 1);
  return isPlain && !value.includes('\\') ? true : end - start > value.length + 2 && scalarAt(text, node) === value;
}

const quote = 0x22;

/** Finds what the parts of a value were made of by what they are, where a function of a change has made it. */
export class Counterparts {
  readonly #text: string;
  #left: number;

  constructor(text: string) {
    this.#text = text;
    this.#left = 1000 + patience * text.length;
  }

  /** Of each item, the item of the source that it is; `placesAt` are those of an item. */
  ofItems(
    value: readonly unknown[],
    items: readonly Spelled[],
    isComputed: boolean,
    placesAt: (index: number) => Places | null,
  ): readonly (Spelled | null)[] {
    if (!isComputed) return value.map((_, index) => items[index] ?? null);
    const isSameLength = value.length === items.length;
    const taken = new Set<number>();
    let last = -1;
    return value.map((item, index) => {
      const places = optionOf(placesAt(index), item);
      const isFound = (place: number) => {
        this.#left -= 1;
        return place >= 0 && place < items.length && !taken.has(place) && this.#isAlike(item, items[place]!, places);
      };
      const guess = [isSameLength ? index : last + 1, last + 1, last - 1].find(isFound);
      const found = guess ?? (this.#left > 0 ? this.#search(items.length, isFound) : -1);
      const place = found < 0 && isSameLength && !taken.has(index) ? index : found;
      if (place < 0) return null;
      taken.add(place);
      last = place;
      return items[place]!;
    });
  }

  #search(length: number, isFound: (place: number) => boolean): number {
    for (let place = 0; place < length && this.#left > 0; place += 1) if (isFound(place)) return place;
    return -1;
  }

  /** The name of a source that has no counterpart yet, and is what a member was made of, where its text is another than the member would get; null for none. */
  ofMember(
    value: unknown,
    sources: ReadonlyMap<string, Spelled>,
    taken: { readonly has: (name: string) => boolean },
  ): string | null {
    let written: string | undefined;
    for (const [name, node] of sources) {
      if (taken.has(name) || !this.isSame(value, node)) continue;
      written ??= JSON.stringify(value);
      if (this.#text.slice(node.start, node.end) !== written) return name;
    }
    return null;
  }

  /** Whether a value is that of a part in all of its parts. */
  isSame(value: unknown, node: Spelled): boolean {
    if (!this.#isAlike(value, node)) return false;
    if (node.items !== null) {
      const list = value as readonly unknown[];
      return list.length === node.items.length && node.items.every((item, index) => this.isSame(list[index], item));
    }
    if (node.members === null) return true;
    const own = value as Readonly<Record<string, unknown>>;
    const last = new Map(node.members.map((member) => [member.name, member.value]));
    const isMember = ([name, member]: readonly [string, Spelled]) =>
      Object.hasOwn(own, name) && this.isSame(own[name], member);
    return Object.keys(own).length === last.size && [...last].every(isMember);
  }

  #isAlike(value: unknown, node: Spelled, places: Places | null = null): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1 + (node.members?.length ?? 0);
    return alike(this.#text, value, node, places);
  }
}
