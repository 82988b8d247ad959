import { scalarAt, type Spelled } from './spelled.js';

/** How often values are compared at most for each character of a text, so that the time grows with its length alone. */
const patience = 4;

/** Whether a value may be that of a part of a text: a scalar that is the same, an object whose scalars are, a list. */
export function alike(text: string, value: unknown, node: Spelled): boolean {
  if (typeof value !== 'object' || value === null)
    return node.members === null && node.items === null && scalarAt(text, node) === value;
  if (Array.isArray(value)) return node.items !== null;
  if (node.members === null) return false;
  return node.members.every(({ name, value: member }) => {
    const own = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    const isCompared = own !== undefined && typeof own !== 'object' && member.members === null && member.items === null;
    return !isCompared || scalarAt(text, member) === own;
  });
}

/** Finds what the parts of a value were made of by what they are, where a function of a change has made it. */
export class Counterparts {
  readonly #text: string;
  #left: number;

  constructor(text: string) {
    this.#text = text;
    this.#left = 1000 + patience * text.length;
  }

  /** Of each item, the item of the source that it is. */
  ofItems(value: readonly unknown[], items: readonly Spelled[], isComputed: boolean): readonly (Spelled | null)[] {
    const isSameLength = value.length === items.length;
    if (!isComputed) return value.map((_, index) => items[index] ?? null);
    const taken = new Set<Spelled>();
    const take = (node: Spelled | undefined) => {
      if (node !== undefined) taken.add(node);
      return node ?? null;
    };
    let next = 0;
    return value.map((item, index) => {
      const guess = items[isSameLength ? index : next];
      if (guess !== undefined && !taken.has(guess) && this.#isAlike(item, guess)) {
        next += 1;
        return take(guess);
      }
      const found = items.findIndex((node) => !taken.has(node) && this.#isAlike(item, node));
      if (found < 0) return isSameLength && guess !== undefined && !taken.has(guess) ? take(guess) : null;
      next = found + 1;
      return take(items[found]);
    });
  }

  /** The name of a source that has no counterpart yet, and is what a member was made of, where its text is another than the member would get; null for none. */
  ofMember(
    value: unknown,
    sources: ReadonlyMap<string, Spelled>,
    taken: { readonly has: (name: string) => boolean },
  ): string | null {
    let written: string | undefined;
    for (const [name, node] of sources) {
      if (taken.has(name) || !this.#isSame(value, node)) continue;
      written ??= JSON.stringify(value);
      if (this.#text.slice(node.start, node.end) !== written) return name;
    }
    return null;
  }

  /** Whether a value is that of a part in all of its parts. */
  #isSame(value: unknown, node: Spelled): boolean {
    if (!this.#isAlike(value, node)) return false;
    if (node.items !== null) {
      const list = value as readonly unknown[];
      return list.length === node.items.length && node.items.every((item, index) => this.#isSame(list[index], item));
    }
    if (node.members === null) return true;
    const own = value as Readonly<Record<string, unknown>>;
    return (
      Object.keys(own).length === node.members.length &&
      node.members.every(({ name, value: member }) => Object.hasOwn(own, name) && this.#isSame(own[name], member))
    );
  }

  #isAlike(value: unknown, node: Spelled): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1 + (node.members?.length ?? 0);
    return alike(this.#text, value, node);
  }
}
