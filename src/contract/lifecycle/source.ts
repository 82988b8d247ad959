/** A line of a source file. */
export interface Source {
  readonly file: string;
  readonly line: number;
}
