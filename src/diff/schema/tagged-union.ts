import { listAt, sameJson, type Json } from '../../json/json.js';
import { constraintsOf, type SchemaReader, type SchemaView } from '../../jsonschema/read-schemas.js';
import type { SchemaPair } from './schema-family.js';

/**
 * Whether a schema is nothing but a choice on both sides of which a value leaves one alternative: there is only one, or a constant that each of
 * them requires decides alike which one it is. What one alternative refuses no other one accepts.
 */
export function isTaggedUnion({ base, revision, baseSchemas, revisionSchemas, ...choices }: SchemaPair): boolean {
  const keyword = base.keywords['oneOf'] === undefined ? 'anyOf' : 'oneOf';
  const { common, added, removed } = choices[keyword];
  if (common.length === 0 || added.length > 0 || removed.length > 0) return false;
  if (![base, revision].every((view) => isOnly(keyword, view))) return false;
  if (common.length === 1) return true;
  const from = common.map((member) => baseSchemas.view(member.base));
  const to = common.map((member) => revisionSchemas.view(member.revision));
  return [...from[0]!.required].some((name) => {
    const tags = tagsOf(from, name, baseSchemas);
    return tags !== null && sameJson(tags, tagsOf(to, name, revisionSchemas));
  });
}

const isOnly = (keyword: 'oneOf' | 'anyOf', view: SchemaView): boolean =>
  view.isExact && Object.keys(constraintsOf(view)).every((name) => name === keyword || name === 'discriminator');

/** The constants of a member that each alternative requires; null where some have none, or two have the same, as they are written in texts. */
function tagsOf(alternatives: readonly SchemaView[], name: string, schemas: SchemaReader): Json | null {
  const known = new Set<string>();
  const all: Json[] = [];
  for (const { isExact, required, properties, types } of alternatives) {
    if (!isExact || !required.has(name) || types.some((type) => type !== 'object')) return null;
    const tags = constantsOf(schemas.view(properties[name]));
    if (tags.length === 0 || tags.some((tag) => known.has(String(tag)))) return null;
    for (const tag of tags) known.add(String(tag));
    all.push(tags);
  }
  return all;
}

function constantsOf({ keywords, nullable }: SchemaView): readonly Json[] {
  if (nullable || keywords['readOnly'] === true || keywords['writeOnly'] === true) return [];
  const constants = keywords['const'] === undefined ? listAt(keywords['enum']) : [keywords['const']];
  return constants.some((one) => typeof one === 'object') ? [] : constants;
}
