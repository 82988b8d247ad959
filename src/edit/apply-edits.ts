/** Replaces a range of a text, in UTF-16 units, end exclusive. An empty range inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with every edit made; what no edit covers stays as it is. Insertions at one place keep their order. Throws a RangeError for edits that overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let edited = '';
  for (const { start, end, text: replacement } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < at || end < start || end > text.length)
      throw new RangeError(`An edit of ${start}–${end} overlaps another one, or is outside the text.`);
    edited += text.slice(at, start) + replacement;
    at = end;
  }
  return edited + text.slice(at);
}

/** Edits of one file. */
export interface FileEdits {
  /** Its absolute path. */
  readonly file: string;
  readonly before: string;
  readonly edits: readonly Edit[];
}
