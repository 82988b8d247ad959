import type { Json } from '../../json/json.js';

/** A file that documents are read from, named as people know it. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly value: Json;
}

/** A file that cannot be read; the message ends the sentence "… cannot be resolved:". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Reads the file that a reference names. Throws UnreadableFile. */
export type ReadFile = (location: URL) => Promise<SourceFile>;

/** Something that asks for files as it needs them, whether they come at once or later. */
export type Reading<Result> = Generator<URL, Result, SourceFile>;
