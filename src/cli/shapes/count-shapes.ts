import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { jsonFault, parseJson } from '../../json/parse-json.js';
import type { ShapeCounts } from '../../lens/lock/shape-counts.js';
import { escapeTerminal } from '../../text/escape.js';
import { suggestName } from '../../text/nearest-name.js';
import { compareVersions } from '../../text/version-order.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { readLines } from '../sources/read-lines.js';

/** What rows are counted by. */
export interface CountOptions {
  /** A member of each row, or a path to it: `headers.shape`. */
  readonly field: string;
  /** The shape that rows without a mark count for; null to count them apart. */
  readonly unmarked: string | null;
}

/** In UTF-16 code units. */
const longestRow = 1 << 26;
const mostShapes = 1000;

/** Counts rows, one object of JSON on each line, by the mark of their shape. Throws at the first line that is no row, and names it. */
export async function countShapes(names: readonly string[], options: CountOptions, io: Io): Promise<ShapeCounts> {
  const { field, unmarked } = options;
  const counter = new MarkCounter(options);
  await readLines(
    names,
    { option: '--from', example: 'rows.ndjson', longest: longestRow },
    io,
    (line, file, number) => {
      const place = `${file}:${number}`;
      if (line === null)
        throw new CommandFailure(`${place} is longer than ${longestRow >> 20} MB. Export one row a line.`);
      if (line.trim() !== '') counter.add(readRow(number === 1 ? line.replace(/^\uFEFF/, '') : line, place), place);
    },
  );
  const { counts, without } = counter.end();
  if (unmarked !== null && without > 0) counts.set(unmarked, (counts.get(unmarked) ?? 0) + without);
  const left = unmarked === null ? without : 0;
  const sorted = [...counts].toSorted(([a], [b]) => compareVersions(a, b));
  return {
    shapes: 1,
    field,
    rows: sorted.reduce((sum, [, rows]) => sum + rows, left),
    counts: Object.fromEntries(sorted),
    unmarked: left,
    at: io.now().toISOString(),
  };
}

/** Counts rows by mark. */
class MarkCounter {
  readonly #counts = new Map<string, number>();
  readonly #path: readonly string[];
  #without = 0;
  #isFieldSeen = false;
  #first: JsonObject | null = null;

  constructor(readonly options: CountOptions) {
    this.#path = options.field.split('.');
  }

  add(row: JsonObject, place: string): void {
    const { field } = this.options;
    this.#first ??= row;
    const mark = memberAt(row, [field]) ?? memberAt(row, this.#path);
    this.#isFieldSeen ||= mark !== undefined;
    if (mark === undefined || mark === null) this.#without += 1;
    else if (typeof mark === 'string' || Number.isSafeInteger(mark)) this.#count(String(mark), place);
    else
      throw new CommandFailure(
        `${place}: ${field} is ${kindOf(mark)}. A mark is text, such as "1"; name its member with --field.`,
      );
  }

  /** Throws where no row has the field. */
  end(): { readonly counts: Map<string, number>; readonly without: number } {
    const { field, unmarked } = this.options;
    if (this.#first && !this.#isFieldSeen && unmarked === null) {
      const suggestion = suggestName(field, Object.keys(this.#first), 'Name the member of the mark with --field.');
      throw new CommandFailure(
        `No row has the member ${escapeTerminal(field)}. ${suggestion} Where no row is marked yet, name the shape that they have: --unmarked 1.`,
      );
    }
    return { counts: this.#counts, without: this.#without };
  }

  #count(mark: string, place: string): void {
    const known = this.#counts.get(mark);
    if (known === undefined && this.#counts.size >= mostShapes)
      throw new CommandFailure(
        `${place}: ${escapeTerminal(this.options.field)} has more than ${mostShapes} values, which are no shapes. Name the member of the mark with --field.`,
      );
    // A part of a text keeps all of the text in memory.
    this.#counts.set(known === undefined ? Buffer.from(mark).toString() : mark, (known ?? 0) + 1);
  }
}

function readRow(line: string, place: string): JsonObject {
  const row = parseRow(line, place);
  if (isObject(row)) return row;
  const example = Array.isArray(row) ? " From a list: jq -c '.[]' rows.json." : '';
  throw new CommandFailure(`${place} is ${kindOf(row)}. Write one row on each line, as an object of JSON.${example}`);
}

function parseRow(line: string, place: string): Json {
  try {
    return parseJson(line);
  } catch (error) {
    const example = line.trimStart().startsWith('[') ? " From a list: jq -c '.[]' rows.json." : '';
    throw new CommandFailure(
      `${place} is not JSON: ${jsonFault(error)}. Write one row on each line, as an object of JSON.${example}`,
    );
  }
}

function memberAt(row: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = row;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : JSON.stringify(value);
}
