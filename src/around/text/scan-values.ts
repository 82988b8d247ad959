import { parseFinite } from '../../json/parse-finite.js';
import type { Complaint, Fits, Projection } from '../../schema/node.js';
import { type Making, respell } from '../spelling/respell.js';
import {
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
  type Scan,
  type Scanner,
} from './scanner.js';

/** A string of any kind; one with escapes is read, because they may be wrong. */
export const anyString: Scan = (scanner) => {
  scanner.skipSpace();
  const start = scanner.at;
  return scanner.takeString() && (!scanner.isEscaped || scanner.stringFrom(start) !== undefined);
};

/** A string, a number, true, false or null of which nothing is complained. */
export const scalar =
  (complaint: Complaint): Scan =>
  (scanner) => {
    const value = takeScalar(scanner);
    return value !== undefined && complaint(value) === null;
  };

/** undefined for what is none. */
function takeScalar(scanner: Scanner): unknown {
  switch (scanner.skipSpace()) {
    case quote: {
      const start = scanner.at;
      return scanner.takeString() ? scanner.stringFrom(start) : undefined;
    }
    case 0x74:
      return scanner.takeText('true') ? true : undefined;
    case 0x66:
      return scanner.takeText('false') ? false : undefined;
    case 0x6e:
      return scanner.takeText('null') ? null : undefined;
    default: {
      const value = scanner.takeNumber();
      return Number.isNaN(value) ? undefined : value;
    }
  }
}

/** Also null. */
export const nullable =
  (inner: Scan): Scan =>
  (scanner) => {
    scanner.skipSpace();
    return scanner.takeText('null') || inner(scanner);
  };

/** A list with as many items as are accepted. */
export const list =
  (item: Scan, isLength: (count: number) => boolean): Scan =>
  (scanner) => {
    if (!scanner.take(openList)) return false;
    if (scanner.take(closeList)) return isLength(0);
    for (let count = 1; ; count += 1) {
      if (!item(scanner)) return false;
      if (scanner.take(closeList)) return isLength(count);
      if (!scanner.take(comma)) return false;
    }
  };

/** An object with any names that are accepted. */
export const record =
  (isName: Fits, member: Scan): Scan =>
  (scanner) => {
    if (!scanner.take(openObject)) return false;
    if (scanner.take(closeObject)) return true;
    for (;;) {
      scanner.skipSpace();
      const start = scanner.at;
      if (!scanner.takeString()) return false;
      const name = scanner.stringFrom(start);
      if (name === undefined || !isName(name) || !scanner.take(colon) || !member(scanner)) return false;
      if (scanner.take(closeObject)) return true;
      if (!scanner.take(comma)) return false;
    }
  };

const anyList = list(
  (scanner) => anything(scanner),
  () => true,
);
const anyRecord = record(
  () => true,
  (scanner) => anything(scanner),
);
const anyScalar = scalar(() => null);

/** Any value. */
export const anything: Scan = (scanner) => {
  switch (scanner.skipSpace()) {
    case openObject:
      return scanner.within(anyRecord);
    case openList:
      return scanner.within(anyList);
    default:
      return anyScalar(scanner);
  }
};

const projected: Making = { places: null, isComputed: false };

/** A value that is parsed by itself, because more is asked of it than its parts show. */
export const parsed =
  (fits: Fits, project: Projection | null): Scan =>
  (scanner) => {
    scanner.skipSpace();
    const start = scanner.at;
    if (!anything(scanner)) return false;
    const text = scanner.text.slice(start, scanner.at);
    const value = parseFinite(text);
    if (!fits(value)) return false;
    if (project) scanner.replace(start, scanner.at, respell({ text, value }, project(value), projected));
    return true;
  };
