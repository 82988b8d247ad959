import { isObject, type Json } from '../../json/json.js';

/** Values that JSON lacks, as an object with one member `$date`, `$bigint`, `$map`, `$set` or `$number`. */
export function recordValue(value: unknown): Json {
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() };
  if (value instanceof Map) return { $map: [...value].map(([key, item]) => [recordValue(key), recordValue(item)]) };
  if (value instanceof Set) return { $set: [...value].map(recordValue) };
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (Array.isArray(value)) return value.map((item) => recordValue(item ?? null));
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
      ? Object.is(value, -0)
        ? 0
        : value
      : null;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  const record = Object.fromEntries(members.map(([name, item]) => [name, recordValue(item)]));
  return isMark(record) ? { $object: record } : record;
}

/** The value that was recorded. */
export function readRecorded(json: Json): unknown {
  if (Array.isArray(json)) return json.map((item: Json) => readRecorded(item));
  if (!isObject(json)) return json;
  if (!isMark(json))
    return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, readRecorded(item ?? null)]));
  const [[mark = '', inner = null] = []] = Object.entries(json) as [string, Json][];
  return readers[mark as Mark](inner);
}

const readers = {
  $date: (inner: Json) => new Date(typeof inner === 'string' ? inner : Number.NaN),
  $bigint: (inner: Json) => BigInt(String(inner)),
  $number: (inner: Json) => Number(inner),
  $map: (inner: Json) => new Map((readRecorded(inner) as [unknown, unknown][]) ?? []),
  $set: (inner: Json) => new Set(readRecorded(inner) as unknown[]),
  $object: (inner: Json) =>
    Object.fromEntries(Object.entries(inner ?? {}).map(([name, item]) => [name, readRecorded(item as Json)])),
} as const;

type Mark = keyof typeof readers;

function isMark(value: object): boolean {
  const names = Object.keys(value);
  return names.length === 1 && Object.hasOwn(readers, names[0]!);
}
