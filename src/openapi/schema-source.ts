import { objectAt } from '../json/json.js';
import type { SchemaSource } from '../jsonschema/containment/schema-source.js';
import { allOfMembers } from '../jsonschema/intersect-schemas.js';
import type { OpenDocument } from './open-document.js';

/** The schemas of a document. */
export function schemaSource({ root, target, ignoresSiblings }: OpenDocument): SchemaSource {
  const named = () =>
    Object.values(objectAt(objectAt(root['components'])['schemas'])).filter((schema) => schema !== undefined);
  const mayDiscriminate = JSON.stringify(root).includes('"discriminator":');
  return { target, members: allOfMembers, named, ignoresSiblings, mayDiscriminate };
}
