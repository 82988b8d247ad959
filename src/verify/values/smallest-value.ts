import type { Json } from '../../json/json.js';
import type { Formula, Link } from '../../jsonschema/containment/formula.js';
import { negate } from '../../jsonschema/containment/negate.js';
import { formulaReader } from '../../jsonschema/containment/read-formula.js';
import type { FormulaReader } from '../../jsonschema/containment/reading.js';
import { schemaEquality } from '../../jsonschema/containment/same-schemas.js';
import { createValueSearch, type FindValue } from '../../jsonschema/containment/value-search.js';
import type { PromisedVersion } from '../promised-api.js';

const steps = 5_000;
const searches = new WeakMap<PromisedVersion, { readonly find: FindValue; readonly reader: FormulaReader }>();

/** The smallest value that a schema allows, however its keywords work together; undefined where none is found. */
export function smallestValue(of: PromisedVersion, schema: Json | undefined): Json | undefined {
  return search(of, ({ link }) => link(schema));
}

/** The smallest value that a schema refuses; undefined where none is found. */
export function smallestRefused(of: PromisedVersion, schema: Json | undefined): Json | undefined {
  return search(of, ({ link }) => negate(link(schema)));
}

function search(of: PromisedVersion, formulaOf: (reader: FormulaReader) => Formula): Json | undefined {
  const { find, reader } = searches.get(of) ?? openSearch(of);
  const result = find([formulaOf(reader)]);
  return result.kind === 'found' ? result.value : undefined;
}

function openSearch(of: PromisedVersion) {
  const sameSchemas = schemaEquality();
  const opened = {
    find: createValueSearch((left: Link, right: Link) => sameSchemas(left, right), steps),
    reader: formulaReader({
      source: of.source,
      direction: 'request',
      sends: true,
      discriminates: false,
      textual: 'no',
    }),
  };
  searches.set(of, opened);
  return opened;
}
