import { anything } from './scan-values.js';
import { closeObject, colon, comma, openObject, type Scan } from './scanner.js';

/** A member that a schema declares. */
export interface Member {
  readonly name: string;
  /** Its name in what is written; null where it is left out. */
  readonly older: string | null;
  readonly isRequired: boolean;
  readonly scan: Scan;
}

/** Members that a schema does not declare. */
export interface Undeclared {
  readonly isKept: boolean;
  /** Names that a declared member has or had on the way: what becomes of another one with such a name, its value decides. */
  readonly taken: ReadonlySet<string>;
}

interface Entry {
  readonly index: number;
  readonly isRequired: boolean;
  readonly scan: Scan;
  /** What mostly stands before its value. */
  readonly opening: string;
  /** What is written in the place of its name; null where it stays. */
  readonly written: string | null;
  readonly isKept: boolean;
  /** What came after it last: most objects have their members in one order. */
  next: Entry | undefined;
}

/** Goes past an object, and gives its members their older names. */
export function object(members: readonly Member[], undeclared: Undeclared): Scan {
  const entries = members.map(entryOf);
  entries.forEach((entry, index) => (entry.next = entries[index + 1]));
  const byName = new Map(members.map(({ name }, index) => [name, entries[index]!]));
  const required = members.filter(({ isRequired }) => isRequired).length;
  const other = entryOf({ name: '', older: undeclared.isKept ? '' : null, isRequired: false, scan: anything }, -1);
  return (scanner) => {
    if (!scanner.take(openObject)) return false;
    if (scanner.take(closeObject)) return required === 0;
    const seen = new Seen();
    let missing = required;
    let expected = entries[0];
    let previous: Entry | null = null;
    let isFirst = true;
    let end = scanner.at;
    for (;;) {
      scanner.skipSpace();
      const start = scanner.at;
      let entry = expected;
      let nameEnd = start;
      if (entry !== undefined && scanner.takeText(entry.opening)) nameEnd = scanner.at - 1;
      else {
        if (!scanner.takeString()) return false;
        nameEnd = scanner.at;
        const name = scanner.stringFrom(start);
        if (name === undefined || !scanner.take(colon)) return false;
        entry = byName.get(name) ?? other;
        if (entry === other && undeclared.isKept && undeclared.taken.has(name)) return false;
      }
      if (entry !== other) {
        // Which of two counts is the parser's to say.
        if (!seen.add(entry.index)) return false;
        if (entry.isRequired) missing -= 1;
        if (previous !== null) previous.next = entry;
        previous = entry;
        expected = entry.next;
        if (entry.written !== null) scanner.replace(start, nameEnd, entry.written);
      }
      if (!entry.scan(scanner)) return false;
      const before = end;
      end = scanner.at;
      const isLast = scanner.take(closeObject);
      if (!isLast && !scanner.take(comma)) return false;
      if (entry.isKept) isFirst = false;
      else if (!isFirst) scanner.replace(before, end, '');
      else {
        if (!isLast) scanner.skipSpace();
        scanner.replace(start, isLast ? end : scanner.at, '');
      }
      if (isLast) return missing === 0;
    }
  };
}

/** Which members of an object were there: most objects have few. */
class Seen {
  #few = 0;
  #others: Set<number> | null = null;

  /** false where it is there already. */
  add(index: number): boolean {
    if (index > 30) {
      this.#others ??= new Set();
      return !this.#others.has(index) && this.#others.add(index) !== undefined;
    }
    const bit = 1 << index;
    if ((this.#few & bit) !== 0) return false;
    this.#few |= bit;
    return true;
  }
}

function entryOf({ name, older, isRequired, scan }: Member, index: number): Entry {
  return {
    index,
    isRequired,
    scan,
    opening: `${JSON.stringify(name)}:`,
    written: older === null || older === name ? null : JSON.stringify(older),
    isKept: older !== null,
    next: undefined,
  };
}
