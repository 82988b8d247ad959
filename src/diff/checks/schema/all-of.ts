import { sameJson, type Json, type JsonObject } from '../../../json/json.js';
import { matchAlternatives, nameMember, repeatsMember } from '../../schema/match-alternatives.js';
import { constraintsOf, isAnnotationOnly, type SchemaView } from '../../../jsonschema/read-schemas.js';
import {
  error,
  idAt,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  warning,
  type SchemaPair,
} from '../../schema/schema-family.js';
import type { SchemaPlace } from '../../schema/schema-place.js';

const checks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-all-of-added'),
    'request-property': error('request-property-all-of-added'),
    'request-parameter': error('request-parameter-all-of-added'),
    'request-parameter-property': error('request-parameter-property-all-of-added'),
    'response-body': info('response-body-all-of-added'),
    'response-property': info('response-property-all-of-added'),
    'response-header': info('response-header-all-of-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': warning('request-body-all-of-removed'),
    'request-property': warning('request-property-all-of-removed'),
    'request-parameter': warning('request-parameter-all-of-removed'),
    'request-parameter-property': warning('request-parameter-property-all-of-removed'),
    'response-body': info('response-body-all-of-removed'),
    'response-property': info('response-property-all-of-removed'),
    'response-header': info('response-header-all-of-removed'),
  }),
  annotationAdded: schemaChecks('structure', 'add', {
    'request-body': info('request-body-all-of-added-annotation-only'),
    'request-property': info('request-property-all-of-added-annotation-only'),
    'request-parameter': info('request-parameter-all-of-added-annotation-only'),
    'request-parameter-property': info('request-parameter-property-all-of-added-annotation-only'),
    'response-body': info('response-body-all-of-added-annotation-only'),
    'response-property': info('response-property-all-of-added-annotation-only'),
    'response-header': info('response-header-all-of-added-annotation-only'),
  }),
  annotationRemoved: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-all-of-removed-annotation-only'),
    'request-property': info('request-property-all-of-removed-annotation-only'),
    'request-parameter': info('request-parameter-all-of-removed-annotation-only'),
    'request-parameter-property': info('request-parameter-property-all-of-removed-annotation-only'),
    'response-body': info('response-body-all-of-removed-annotation-only'),
    'response-property': info('response-property-all-of-removed-annotation-only'),
    'response-header': info('response-header-all-of-removed-annotation-only'),
  }),
};

export const allOf = schemaFamily({
  name: 'all-of',
  effect: 'values',
  checks: [checks],
  compare: (pair) => {
    const { base, revision } = pair;
    if (base.allOf.length === 0 && revision.allOf.length === 0) return noChanges;
    const { added, removed, common } = matchAlternatives(base.allOf, revision.allOf);
    if (added.length === 0 && removed.length === 0) return noChanges;
    const isNote = ({ node }: { readonly node: Json }) => isAnnotationOnly(node);
    const isName = (node: Json, side: 'base' | 'revision') =>
      repeatsMember(
        node,
        common.map((member) => member[side]),
        pair[`${side}Schemas`],
      );
    const areNames =
      added.every(({ node }) => isName(node, 'revision')) && removed.every(({ node }) => isName(node, 'base'));
    if (!areNames && ![...added, ...removed].every(isNote) && meansTheSame(pair)) return noChanges;
    return [
      ...added.map((member) => ({
        idAt: (place: SchemaPlace) => idAt(isNote(member) ? checks.annotationAdded : checks.added, place),
        tokens: ['allOf', String(member.index)],
        text: `must now also match ${nameMember(member.node, member.index)} (allOf)`,
        isNote: isNote(member),
        saidBy: 'revision' as const,
        isName: areNames,
        isJoint: true,
      })),
      ...removed.map((member) => ({
        idAt: (place: SchemaPlace) => idAt(isNote(member) ? checks.annotationRemoved : checks.removed, place),
        tokens: ['allOf', String(member.index)],
        text: `no longer has to match ${nameMember(member.node, member.index)} (allOf)`,
        isNote: isNote(member),
        saidBy: 'base' as const,
        isName: areNames,
        isJoint: true,
      })),
    ];
  },
});

/** Merged, both sides may mean the same: properties that moved into a shared component change nothing. */
function meansTheSame({ base, revision }: SchemaPair): boolean {
  return (
    base.nullable === revision.nullable &&
    sameJson([...base.types], [...revision.types]) &&
    sameJson([...base.required].toSorted(), [...revision.required].toSorted()) &&
    sameJson(withoutRequired(base), withoutRequired(revision))
  );
}

function withoutRequired(view: SchemaView): JsonObject {
  const { required: _, ...rest } = constraintsOf(view);
  return rest;
}
