/** Makes a text of parts of another one and of what is new. */
export class TextWriter {
  readonly #source: string;
  #written = '';
  /** What is copied next, because parts that stand behind each other are copied at once. */
  #from = 0;
  #to = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get result(): string {
    this.#flush();
    return this.#written;
  }

  copy(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  add(text: string): void {
    this.#flush();
    this.#from = this.#to;
    this.#written += text;
  }

  #flush(): void {
    if (this.#to > this.#from) this.#written += this.#source.slice(this.#from, this.#to);
    this.#from = this.#to;
  }
}
