import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo } from '../../json/pointer.js';
import { parseDate } from '../../text/date.js';
import type { PromisedVersion } from '../promised-api.js';
import { applied, itemSchemas, memberSchemas, namesMember } from '../schema-nodes.js';

/** How a part of an answer differs from the same part of another one. */
export type DifferenceKind = 'value' | 'type' | 'lost' | 'added' | 'length' | 'order';

/** A place where two answers differ. */
export interface Difference {
  /** `status`, `header Location`, `body`, or a JSON pointer in which an item of a list, and a member of a map, is a star: `/items/*` + `/id`. */
  readonly place: string;
  readonly kind: DifferenceKind;
  /** undefined for what is not there. */
  readonly before: Json | undefined;
  readonly now: Json | undefined;
  /** Whether the version declares what is at the place. */
  readonly isDeclared: boolean;
}

/** Compares two values as their schemas read them: the order of members means nothing, and a time is an instant. */
export function compareValues(
  of: PromisedVersion,
  schemas: readonly Json[],
  before: Json,
  now: Json,
): readonly Difference[] {
  const found: Difference[] = [];
  visit(of, schemas, before, now, '', true, found);
  return found;
}

function visit(
  of: PromisedVersion,
  schemas: readonly Json[],
  before: Json,
  now: Json,
  place: string,
  isDeclared: boolean,
  found: Difference[],
): void {
  const nodes = schemas.flatMap((schema) => applied(of, schema, before, new Set()));
  const differ = (kind: DifferenceKind) => void found.push({ place: place || '/', kind, before, now, isDeclared });
  if (typeOf(before) !== typeOf(now)) return differ('type');
  if (Array.isArray(before)) {
    const [old, fresh] = [before as readonly Json[], now as readonly Json[]];
    if (old.length !== fresh.length) return differ('length');
    if (isReordered(old, fresh)) return differ('order');
    for (const [index, item] of old.entries()) {
      const declared = nodes.flatMap((node) => itemSchemas(node, index));
      visit(of, declared, item, fresh[index]!, `${place}/*`, isDeclared, found);
    }
    return;
  }
  if (!isObject(before)) {
    if (!isEqual(nodes, before, now)) differ('value');
    return;
  }
  const fresh = now as JsonObject;
  const closes = nodes.some((node) => node['properties'] !== undefined);
  for (const name of new Set([...Object.keys(before), ...Object.keys(fresh)])) {
    const declared = nodes.flatMap((node) => memberSchemas(node, name));
    // The names of a map are values themselves.
    const isKey = declared.length > 0 && !nodes.some((node) => namesMember(node, name));
    const at = isKey ? `${place}/*` : `${place}${pointerTo([name])}`;
    const isOwn = isDeclared && (declared.length > 0 || !closes);
    const [old, own] = [before[name], fresh[name]];
    if (old === undefined) found.push({ place: at, kind: 'added', before: old, now: own, isDeclared: isOwn });
    else if (own === undefined) found.push({ place: at, kind: 'lost', before: old, now: own, isDeclared: isOwn });
    else visit(of, declared, old, own, at, isOwn, found);
  }
}

const typeOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Whether two lists hold the same items, and not in the same order. */
function isReordered(before: readonly Json[], now: readonly Json[]): boolean {
  const [old, fresh] = [before.map((one) => JSON.stringify(one)), now.map((one) => JSON.stringify(one))];
  if (old.every((text, index) => text === fresh[index])) return false;
  const sorted = fresh.toSorted();
  return old.toSorted().every((text, index) => text === sorted[index]);
}

function isEqual(nodes: readonly JsonObject[], before: Json, now: Json): boolean {
  if (before === now) return true;
  if (typeof before !== 'string' || typeof now !== 'string') return false;
  const formats = nodes.map((node) => node['format']);
  if (formats.includes('uuid')) return before.toLowerCase() === now.toLowerCase();
  if (!formats.includes('date-time')) return false;
  const [old, fresh] = [parseDate(before), parseDate(now)];
  return old !== null && fresh !== null && old.getTime() === fresh.getTime();
}
