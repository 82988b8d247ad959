import { objectAt, type JsonObject } from '../../json/json.js';
import type { Operation } from './operation-pair.js';

/** How one media type name relates to another. */
export type MediaTypeRelation = 'same' | 'generalized' | 'specialized' | 'changed';

/** A media type that both sides have, under the same or a related name. */
export interface MatchedMediaType {
  readonly base: string;
  readonly revision: string;
  readonly relation: MediaTypeRelation;
}

/** The matched media types of two `content` objects. */
export interface MatchedContent {
  readonly common: readonly MatchedMediaType[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The media type of a `content` object under a name, its reference followed. */
export function mediaAt({ document }: Operation, holder: JsonObject, name: string): JsonObject {
  return document.resolve(objectAt(holder['content'])[name]);
}

/** The schemas that a media type may have: of its whole value, and of each item of a sequence. */
export const mediaSchemas = ['schema', 'itemSchema'] as const;

/** Matches equal names first, then names where one covers the other or only parameters differ. */
export function matchContent(base: JsonObject, revision: JsonObject): MatchedContent {
  const [names, others] = [Object.keys(objectAt(base['content'])), Object.keys(objectAt(revision['content']))];
  const [before, after] = [new Set(names), new Set(others)];
  const equal = names.filter((name) => after.has(name));
  const left = names.filter((name) => !after.has(name));
  const right = new Map(others.filter((name) => !before.has(name)).map((name) => [name, parse(name)]));
  const partners = partnersIn(right);
  const related = left.flatMap((name): readonly MatchedMediaType[] => {
    const own = parse(name);
    for (const partner of partners(own)) {
      const relation = right.has(partner) ? relate(own, right.get(partner)!) : null;
      if (relation === null) continue;
      right.delete(partner);
      return [{ base: name, revision: partner, relation }];
    }
    return [];
  });
  const renamed = new Set(related.map((match) => match.base));
  return {
    common: [...equal.map((name) => ({ base: name, revision: name, relation: 'same' as const })), ...related],
    added: [...right.keys()],
    removed: left.filter((name) => !renamed.has(name)),
  };
}

/** Whether values travel as text: true for everything but XML, JSON and sequences of JSON. */
export function isTextual(mediaType: string): boolean {
  const { subtype } = parse(mediaType);
  return !/(?:^|\+|^x-)(?:json|xml|jsonl|ndjson|json-seq)$/.test(subtype);
}

/** Whether a media type or range covers another. */
export function coversMediaType(outer: string, inner: string): boolean {
  return covers(parse(outer), parse(inner));
}

function relate(from: MediaType, to: MediaType): MediaTypeRelation | null {
  if (covers(to, from)) return covers(from, to) ? 'same' : 'generalized';
  if (covers(from, to)) return 'specialized';
  return from.type === to.type && from.subtype === to.subtype ? 'changed' : null;
}

/** Lists the names that may be related to a media type, in their order; a name that is taken is no longer listed. */
function partnersIn(names: ReadonlyMap<string, MediaType>): (own: MediaType) => readonly string[] {
  const [whole, bySuffix] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (index: Map<string, Set<string>>, key: string, name: string): void => {
    index.set(key, (index.get(key) ?? new Set<string>()).add(name));
  };
  const order = new Map([...names.keys()].map((name, index) => [name, index]));
  for (const [name, { type, subtype }] of names) {
    add(whole, `${type}/${subtype}`, name);
    for (const suffix of suffixesOf(subtype)) add(bySuffix, `${type}/${suffix}`, name);
  }
  const listed = (index: Map<string, Set<string>>, key: string): readonly string[] => [...(index.get(key) ?? [])];
  /** One of the same type is always related. */
  const firstOf = (key: string): readonly string[] => {
    const found = whole.get(key);
    for (const name of found ?? []) {
      if (names.has(name)) return [name];
      found!.delete(name);
    }
    return [];
  };
  return ({ type, subtype }) => {
    if (type === '*' || subtype === '*') return [...names.keys()];
    const ranges = ['*/*', `${type}/*`, ...suffixesOf(subtype).map((suffix) => `${type}/${suffix}`)];
    const found = [
      ...firstOf(`${type}/${subtype}`),
      ...ranges.flatMap((key) => listed(whole, key)),
      ...listed(bySuffix, `${type}/${subtype}`),
    ];
    return found.sort((left, right) => order.get(left)! - order.get(right)!);
  };
}

/** What stands behind each plus sign. */
function suffixesOf(subtype: string): readonly string[] {
  const parts = subtype.split('+');
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join('+'));
}

interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: readonly string[];
}

function covers(outer: MediaType, inner: MediaType): boolean {
  const typeCovers = outer.type === '*' || outer.type === inner.type;
  const subtypeCovers =
    outer.subtype === '*' || outer.subtype === inner.subtype || inner.subtype.endsWith(`+${outer.subtype}`);
  return typeCovers && subtypeCovers && outer.parameters.every((parameter) => inner.parameters.includes(parameter));
}

/** Reads a name; a charset of UTF-8 says what is so without it, and counts for nothing (RFC 8259, RFC 6657). */
function parse(name: string): MediaType {
  const [range = '', ...parameters] = name.split(';').map((part) => part.trim());
  const [type = '', subtype = ''] = range.toLowerCase().split('/');
  return { type, subtype, parameters: parameters.map(normalizeParameter).filter((text) => text !== 'charset=utf-8') };
}

/** Names and charsets ignore case, and quotes around a value are no part of it; other values may not ignore case. */
function normalizeParameter(written: string): string {
  const [name = '', ...rest] = written.split('=');
  const key = name.trim().toLowerCase();
  const value = rest
    .join('=')
    .trim()
    .replace(/^"(.*)"$/, '$1');
  return `${key}=${key === 'charset' ? value.toLowerCase() : value}`;
}
