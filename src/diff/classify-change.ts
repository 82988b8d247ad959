import { diffDocuments, type DiffOptions } from './diff-documents.js';
import { type Level, mostSevere } from '../report/level.js';
import type { Finding } from './finding.js';
import { contentOf } from '../openapi/document-members.js';
import { isObject, sameJson, type Json, type JsonObject } from '../json/json.js';

/** What a change means to clients: nothing, other wording, something more, a break of some of them perhaps, or a break. */
export type ChangeClass = 'unchanged' | 'documentation' | 'additive' | 'may-break' | 'breaking';

/** The classes of changes in words. */
export const classWords: Readonly<Record<ChangeClass, string>> = Object.freeze({
  unchanged: 'unchanged',
  documentation: 'documentation only',
  additive: 'additive',
  'may-break': 'may break clients',
  breaking: 'breaking',
});

/** The class of a change and the findings behind it, the most severe first. */
export interface ClassifiedChange {
  readonly kind: ChangeClass;
  readonly findings: readonly Finding[];
  /** How many findings there are in all. */
  readonly total: number;
}

/** Options of a classification; `limit` is the number of findings to return (10). */
export type ClassifyOptions = DiffOptions & { readonly limit?: number };

/** Classifies a change by its most severe finding: an error breaks, a warning may, others are additive, and other wording alone is documentation. */
export function classifyChange(base: JsonObject, revision: JsonObject, options: ClassifyOptions): ClassifiedChange {
  if (sameJson(base, revision)) return { kind: 'unchanged', findings: [], total: 0 };
  const findings = diffDocuments(base, revision, options);
  const ranked = (['error', 'warning', 'info'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  const isWordsAlone = findings.length === 0 && sameJson(withoutWords(base), withoutWords(revision));
  const kind = isWordsAlone ? 'documentation' : classOf(findings);
  return { kind, findings: ranked.slice(0, options.limit ?? 10), total: findings.length };
}

const classes = { error: 'breaking', warning: 'may-break', info: 'additive' } as const satisfies Record<
  Level,
  ChangeClass
>;

/** What findings mean together. */
export function classOf(findings: readonly Pick<Finding, 'level'>[]): 'breaking' | 'may-break' | 'additive' {
  return classes[mostSevere(findings) ?? 'info'];
}

function withoutWords(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => withoutWords(item) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) => {
      const content = contentOf(member);
      if (content === 'words') return [];
      if (content === 'data') return [[member, inner]];
      return [[member, content === 'named' && isObject(inner) ? mapNamed(inner) : withoutWords(inner)]];
    }),
  );
}

function mapNamed(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutWords(value)]));
}
