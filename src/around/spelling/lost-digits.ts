import { scalarAt, type Spelled } from './spelled.js';

/** A part of a text, and those that it is in. */
export interface Scope {
  readonly node: Spelled;
  readonly around: Scope | null;
}

/** The texts of the numbers of which a double does not hold all digits: `1192715994825625601`. */
export class LostDigits {
  readonly #text: string;
  #hasAny: boolean | null = null;
  readonly #known = new Map<Spelled, ReadonlyMap<number, string | null>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** How the closest part that has a number of this value writes it; null where it is written in several ways, or nowhere. */
  of(value: number, scope: Scope): string | null {
    this.#hasAny ??= /\d[\d.]{15}|\d[eE]/.test(this.#text);
    if (!this.#hasAny) return null;
    for (let current: Scope | null = scope; current !== null; current = current.around) {
      const found = this.#in(current.node).get(value);
      if (found !== undefined) return found;
    }
    return null;
  }

  #in(node: Spelled): ReadonlyMap<number, string | null> {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const found = new Map<number, string | null>();
    this.#collect(node, found);
    this.#known.set(node, found);
    return found;
  }

  #collect(node: Spelled, found: Map<number, string | null>): void {
    for (const member of node.members ?? []) this.#collect(member.value, found);
    for (const item of node.items ?? []) this.#collect(item, found);
    if (node.members !== null || node.items !== null) return;
    const written = this.#text.slice(node.start, node.end);
    if (!/^-?\d/.test(written) || !hasLost(written)) return;
    const value = scalarAt(this.#text, node) as number;
    const other = found.get(value);
    found.set(value, other === undefined || other === written ? written : null);
  }
}

/** Whether a number is written with more digits than a double surely holds, or beyond its range. */
const hasLost = (written: string) =>
  written.replace(/^-?0*\.?0*|[eE].*$/g, '').replace('.', '').length > 15 || !Number.isFinite(Number(written));
