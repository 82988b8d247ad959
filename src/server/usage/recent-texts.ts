const mostTexts = 10_000;
const mostCharacters = 2_000_000;
/** Longer texts are not kept, so that few clients cannot make all others be forgotten. */
const longestText = 4_096;

/** What was worked out for texts of requests, within limits on their number and length; all are forgotten together. */
export class RecentTexts {
  readonly #values = new Map<string, string>();
  #characters = 0;

  get(text: string): string | undefined {
    return this.#values.get(text);
  }

  /** Keeps a value for a text that has none, and returns it. */
  keep(text: string, value: string): string {
    if (text.length > longestText) return value;
    if (this.#values.size >= mostTexts || this.#characters + text.length > mostCharacters) {
      this.#values.clear();
      this.#characters = 0;
    }
    this.#values.set(text, value);
    this.#characters += text.length;
    return value;
  }
}
