import type { NoteRecord } from './notes-schemas.js';

/** The newest notes of this process, oldest first. */
export class NotesStore {
  #notes: readonly NoteRecord[] = [];
  #lastId = 0;

  constructor(private readonly options: { readonly limit: number; readonly now: () => number }) {}

  add(text: string): NoteRecord {
    const note = Object.freeze({
      id: (this.#lastId += 1),
      text,
      createdAt: new Date(this.options.now()).toISOString(),
    });
    this.#notes = [...this.#notes, note].slice(-this.options.limit);
    return note;
  }

  list(): readonly NoteRecord[] {
    return this.#notes;
  }
}
