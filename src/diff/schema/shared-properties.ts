import type { JsonObject } from '../../json/json.js';
import type { SchemaReader, SchemaView } from '../../jsonschema/read-schemas.js';
import { sameTree } from './same-tree.js';
import type { SchemaStep } from './schema-place.js';

/** A property that both sides have, read on each. */
export interface SharedProperty {
  readonly name: string;
  readonly base: SchemaView;
  readonly revision: SchemaView;
}

/** Lists the properties that both sides have, without those that cannot differ. */
export function listSharedProperties(
  base: JsonObject,
  revision: JsonObject,
  baseSchemas: SchemaReader,
  revisionSchemas: SchemaReader,
): readonly SharedProperty[] {
  return Object.keys(base)
    .filter((name) => revision[name] !== undefined && !sameTree(base[name], revision[name]))
    .map((name) => ({
      name,
      base: baseSchemas.view(base[name]),
      revision: revisionSchemas.view(revision[name]),
    }));
}

/** The step into a property, which is hidden only when both sides hide it. */
export function sharedStep(name: string, base: SchemaView, revision: SchemaView): SchemaStep {
  const both = (keyword: string) => base.keywords[keyword] === true && revision.keywords[keyword] === true;
  return { trail: name, inside: true, readOnly: both('readOnly'), writeOnly: both('writeOnly') };
}
