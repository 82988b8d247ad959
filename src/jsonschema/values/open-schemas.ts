import type { Json, JsonObject } from '../../json/json.js';
import { accepts } from '../containment/accepts.js';
import type { Formula } from '../containment/formula.js';
import { negate } from '../containment/negate.js';
import { formulaReader } from '../containment/read-formula.js';
import { schemaClasses } from '../containment/same-schemas.js';
import { type Direction, isHidden, type SchemaSource } from '../containment/schema-source.js';
import { createValueSearch } from '../containment/value-search.js';
import { followReferences, readSchemas, type SchemaReader } from '../read-schemas.js';

/** The schemas of one document, as values are made of them. */
export interface OpenSchemas extends SchemaReader {
  /** The properties that a value may have. */
  readonly sent: (properties: JsonObject) => readonly (readonly [string, Json])[];
  /** Whether a schema accepts a value; null where that is not decided. */
  readonly accepts: (schema: Json | undefined, value: Json) => boolean | null;
  /** The smallest value that a schema accepts, however its keywords work together; undefined where none is found. */
  readonly smallest: (schema: Json | undefined) => Json | undefined;
  /** The smallest value that a schema refuses; undefined where none is found. */
  readonly smallestRefused: (schema: Json | undefined) => Json | undefined;
}

/** The steps that one search may take. */
const steps = 200_000;

/** Opens the schemas of a document for values of one direction; without one, for values with every property. */
export function openSchemas(source: SchemaSource, direction: Direction = 'none'): OpenSchemas {
  const formulas = formulaReader({ source, direction, sends: true, discriminates: false, textual: 'no' });
  const find = createValueSearch(schemaClasses([source]));
  const search = (read: () => Formula): Json | undefined => {
    const result = find(() => [read()], { left: steps });
    return result.kind === 'found' ? result.value : undefined;
  };
  return {
    ...readSchemas({ ...source, resolve: followReferences(source.target) }),
    sent: (properties) =>
      Object.entries(properties).flatMap(([name, schema]) =>
        schema === undefined || isHidden({ source, direction }, schema) ? [] : [[name, schema] as const],
      ),
    accepts: (schema, value) => accepts(formulas.link(schema), value),
    smallest: (schema) => search(() => formulas.link(schema)),
    smallestRefused: (schema) => search(() => negate(formulas.link(schema))),
  };
}
