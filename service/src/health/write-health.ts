/** Remembers that writes fail, so that readiness costs no write while they work. */
export class WriteHealth {
  #fails = false;

  fail(): void {
    this.#fails = true;
  }

  /** Resolves at once while writes work; after a failure, resolves when a trial write succeeds. */
  async check(tryWrite: () => Promise<unknown>): Promise<void> {
    if (!this.#fails) return;
    await tryWrite();
    this.#fails = false;
  }
}
