import { isObject, type Json, objectAt, textAt } from '../../json/json.js';
import { childOf, pointerTo, tokensOf, valueAt } from '../../json/pointer.js';
import { holdingOf, targetOf } from '../../jsonschema/walk-keywords.js';
import type { Target } from '../../jsonschema/keywords.js';

/** A value of a document, and where the document has it, with references written out. */
export interface Located {
  readonly node: Json | undefined;
  readonly tokens: readonly string[];
}

/** What tokens lead to, behind references. */
export function locate(root: Json, tokens: readonly string[]): Located {
  const passed = new Set<string>();
  let at = tokens;
  for (;;) {
    const node = valueAt(root, at);
    const reference = textAt(objectAt(node)['$ref']);
    if (reference === null || !reference.startsWith('#') || passed.has(reference)) return { node, tokens: at };
    passed.add(reference);
    at = tokensOf(reference);
  }
}

/**
 * The JSON pointers of the properties that the steps of a member lead through, from the schema at some tokens on. `*` leads everywhere, and what has
 * alternatives is followed into each.
 */
export function propertiesOnWay(root: Json, tokens: readonly string[], steps: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const passed = new Set<string>();
  const follow = (at: readonly string[], left: readonly string[]): void => {
    const place = `${left.length} ${pointerTo(at)}`;
    const node = valueAt(root, at);
    if (passed.has(place) || !isObject(node)) return;
    passed.add(place);
    const reference = textAt(node['$ref']);
    if (reference?.startsWith('#')) follow(tokensOf(reference), left);
    for (const inner of inside('value', node)) follow([...at, ...inner], left);
    const [step, ...rest] = left;
    if (step === undefined) return;
    const further = step === '*' ? left : rest;
    const enter = (inner: readonly string[]) => follow([...at, ...inner], further);
    if (step === '*' || /^\[\d*\]$/.test(step)) inside('items', node).forEach(enter);
    for (const inner of inside('members', node)) {
      const [keyword, name] = inner;
      if (keyword !== 'properties') {
        if (step === '*' || step === '[*]') enter(inner);
      } else if (step === '*' || step === name) {
        found.add(pointerTo([...at, ...inner]));
        enter(inner);
      }
    }
  };
  follow(tokens, steps);
  return found;
}

/** The tokens of the schemas directly inside a schema that apply to one kind of target. */
function inside(target: Target, schema: Readonly<Record<string, Json | undefined>>): readonly (readonly string[])[] {
  return Object.keys(schema).flatMap((keyword) => {
    if (targetOf(keyword) !== target) return [];
    if (holdingOf(keyword) === 'schema') return [[keyword]];
    const value = schema[keyword];
    return Object.keys(typeof value === 'object' && value !== null ? value : {})
      .filter((name) => childOf(value, name) !== undefined)
      .map((name) => [keyword, name]);
  });
}
