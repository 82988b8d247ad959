import { sameJson, type Json, type JsonObject } from '../../../../json/json.js';
import { isAnnotationOnly } from '../read-schema.js';
import { matchAlternatives, nameMember } from '../match-alternatives.js';
import { change, noChanges, type SchemaPair, type SchemaRule } from '../schema-rule.js';
import { constraintsOf, type SchemaView } from '../schema-view.js';

export const allOfRule: SchemaRule = {
  name: 'all-of',
  compare: (pair) => {
    const { base, revision } = pair;
    if (base.allOf.length === 0 && revision.allOf.length === 0) return noChanges;
    const { added, removed } = matchAlternatives(base.allOf, revision.allOf);
    if (added.length === 0 && removed.length === 0) return noChanges;
    const tells = ({ node }: { readonly node: Json }) => isAnnotationOnly(node);
    if (!added.every(tells) || !removed.every(tells)) {
      if (saysTheSame(pair)) return noChanges;
    }
    return [
      ...added.map(({ node, index }) =>
        change(
          isAnnotationOnly(node) ? 'all-of-added-annotation-only' : 'all-of-added',
          `must now also satisfy ${nameMember(node, index)} (allOf)`,
          'allOf',
          String(index),
        ),
      ),
      ...removed.map(({ node, index }) =>
        change(
          isAnnotationOnly(node) ? 'all-of-removed-annotation-only' : 'all-of-removed',
          `need no longer satisfy ${nameMember(node, index)} (allOf)`,
          'allOf',
          String(index),
        ),
      ),
    ];
  },
};

/** Merged, both sides may say the same: properties that moved into a shared component change nothing. */
function saysTheSame({ base, revision }: SchemaPair): boolean {
  return (
    base.nullable === revision.nullable &&
    sameJson([...base.types], [...revision.types]) &&
    sameJson([...base.required].toSorted(), [...revision.required].toSorted()) &&
    sameJson(withoutNotes(base), withoutNotes(revision))
  );
}

function withoutNotes(view: SchemaView): JsonObject {
  const { required: _, ...rest } = constraintsOf(view);
  return rest;
}
