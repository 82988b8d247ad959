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
  const related = left.flatMap((name): readonly MatchedMediaType[] => {
    const own = parse(name);
    for (const [partner, other] of right) {
      const relation = relate(own, other);
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
