/** A queue that hands out the smallest item first, and items of one size in the order in which they came. */
export class SmallestFirst<Item> {
  readonly #items: { readonly size: number; readonly turn: number; readonly item: Item }[] = [];
  #turn = 0;

  push(size: number, item: Item): void {
    const items = this.#items;
    let at = items.push({ size, turn: (this.#turn += 1), item }) - 1;
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) at = this.#swap(at, (at - 1) >> 1);
  }

  pop(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (!first || !last || first === last) return first?.item;
    this.#items[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.#items.length && this.#isBefore(left, least)) least = left;
      if (right < this.#items.length && this.#isBefore(right, least)) least = right;
      if (least === at) return first.item;
      at = this.#swap(at, least);
    }
  }

  #isBefore(left: number, right: number): boolean {
    const [one, other] = [this.#items[left]!, this.#items[right]!];
    return one.size < other.size || (one.size === other.size && one.turn < other.turn);
  }

  #swap(from: number, to: number): number {
    [this.#items[from], this.#items[to]] = [this.#items[to]!, this.#items[from]!];
    return to;
  }
}
