import { diffDocuments, type DiffOptions } from './diff-documents.js';
import type { Finding } from './finding.js';
import { isObject, sameJson, type Json, type JsonObject } from '../json/json.js';

/** What a change means to clients: nothing, other wording, something more, or a break. */
export type ChangeClass = 'unchanged' | 'documentation' | 'additive' | 'breaking';

/** The class of a change and the findings behind it, the most severe first. */
export interface ClassifiedChange {
  readonly kind: ChangeClass;
  readonly findings: readonly Finding[];
  /** How many findings there are in all. */
  readonly total: number;
}

/** Options of a classification; `limit` is the number of findings to return (10). */
export type ClassifyOptions = DiffOptions & { readonly limit?: number };

/** Classifies a change: errors and warnings are breaking, other findings additive, and other wording alone is documentation. */
export function classifyChange(base: JsonObject, revision: JsonObject, options: ClassifyOptions): ClassifiedChange {
  if (sameJson(base, revision)) return { kind: 'unchanged', findings: [], total: 0 };
  const findings = diffDocuments(base, revision, options);
  const ranked = (['error', 'warning', 'info'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  const kind = findings.some(({ level }) => level !== 'info')
    ? 'breaking'
    : findings.length > 0 || !sameJson(withoutWords(base), withoutWords(revision))
      ? 'additive'
      : 'documentation';
  return { kind, findings: ranked.slice(0, options.limit ?? 10), total: findings.length };
}

const words = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  'termsOfService',
  'contact',
  'license',
]);

/** Objects whose keys are names that the author chose, not keywords. */
const named = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'paths',
  'webhooks',
  'callbacks',
  'responses',
  'headers',
  'content',
  'schemas',
  'parameters',
  'requestBodies',
  'securitySchemes',
  'pathItems',
  'links',
  'mapping',
  'scopes',
  'variables',
  'encoding',
]);

/** Values that are data, where a key that looks like a keyword is not one. */
const data = new Set(['default', 'const', 'enum']);

function withoutWords(value: Json | undefined, chosenNames = false, key = ''): Json | undefined {
  if (Array.isArray(value))
    return data.has(key) && !chosenNames ? value : value.map((item: Json) => withoutWords(item) ?? null);
  if (!isObject(value) || (data.has(key) && !chosenNames)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => chosenNames || !words.has(name))
      .map(([name, item]) => [name, withoutWords(item, !chosenNames && named.has(name), chosenNames ? '' : name)]),
  );
}
