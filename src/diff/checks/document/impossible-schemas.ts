import { isObject, type Json, sameJson } from '../../../json/json.js';
import { valueAt } from '../../../json/pointer.js';
import { contradictionIn, partsOf } from '../../../jsonschema/fits-nothing.js';
import type { OpenDocument } from '../../../openapi/open-document.js';
import { documentFamily } from '../../family.js';

/** A comparison by values finds no difference between two schemas that no value fits. */
export const impossibleSchemas = documentFamily({
  name: 'impossible-schemas',
  checks: { 'schema-fits-nothing': ['warning', 'none', 'components', 'constraints', 'change'] },
  compare: ({ base, revision }) =>
    impossibleIn(revision)
      .filter(({ node, tokens }) => !saysTheSame(node, revision, valueAt(base.root, tokens), base))
      .map(({ tokens, why }) => ({
        id: 'schema-fits-nothing',
        tokens,
        message: `no value fits the schema, because ${why}`,
      })),
});

/** Whether a schema and what it refers to are as they were, so that no difference is missed. */
function saysTheSame(node: Json, revision: OpenDocument, before: Json | undefined, base: OpenDocument): boolean {
  return before !== undefined && sameJson([...partsOf(node, revision)], [...partsOf(before, base)]);
}

interface Impossible {
  readonly node: Json;
  readonly tokens: readonly string[];
  readonly why: string;
}

/** The outermost schemas whose allOf contradicts itself. */
function impossibleIn(document: OpenDocument): readonly Impossible[] {
  const visit = (node: Json | undefined, tokens: readonly string[]): readonly Impossible[] => {
    if (Array.isArray(node)) return node.flatMap((item, index) => visit(item, [...tokens, String(index)]));
    if (!isObject(node)) return [];
    const why = Array.isArray(node['allOf']) ? contradictionIn(node, document) : null;
    if (why) return [{ node, tokens, why }];
    return Object.entries(node).flatMap(([name, inner]) =>
      isData(name, tokens) ? [] : visit(inner, [...tokens, name]),
    );
  };
  return visit(document.root, []);
}

const data = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** What holds values and no schemas. A member may be called `example`. */
const isData = (name: string, tokens: readonly string[]) =>
  tokens.at(-1) !== 'properties' && tokens.at(-1) !== 'schemas' && (data.has(name) || name.startsWith('x-'));
