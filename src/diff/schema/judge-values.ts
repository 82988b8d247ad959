import {
  createContainmentSearch,
  type Containment,
  type SchemaNodes,
  type Use,
  type Values,
  type Witness,
} from '../../jsonschema/containment/containment.js';
import type { Json } from '../../json/json.js';
import type { Part } from '../../jsonschema/containment/part-formulas.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { schemaSource } from '../../openapi/schema-source.js';
import type { ComparedPair } from './compare-schemas.js';
import { numberObjects } from './number-objects.js';
import type { SchemaPlace } from './schema-place.js';

/**
 * What the values of two schemas say of a change: nothing changed, in it or in a schema above it, nothing that breaks, a value that is refused, such a
 * value that hardly anyone sends, or unknown, perhaps because other changes took all steps.
 */
export type ValueVerdict =
  | { readonly kind: 'equal'; readonly isAbove: boolean }
  | { readonly kind: 'harmless' }
  | { readonly kind: 'unknown'; readonly isOutOfSteps: boolean }
  | { readonly kind: 'refused'; readonly witness: Witness; readonly isByTheLetter: boolean }
  | { readonly kind: 'unusual'; readonly witness: Witness };

/** Where a pair is: in the values of `owner`, as one of its alternatives if it is another pair, inside outer scopes. */
export interface Scope {
  readonly owner: ComparedPair;
  readonly inner: ComparedPair;
  /** The nearest outer scope whose keywords depend on each other: it may accept what one of its parts refuses. */
  readonly outer: Scope | null;
}

/** What a change is about; undefined means the whole schema. */
type Parts = readonly (Part | undefined)[];

/** Judges changes of schemas by the values that both sides accept. */
export interface ValueJudge {
  /** Judges what some keywords have a part in, at the end of a way; whether they mean the same where nothing is refused only where that counts. */
  readonly judge: (scopes: Scope, place: SchemaPlace, parts: Parts, countsEqual?: boolean) => ValueVerdict;
  /** Whether a member is named at a pair on both sides, or on neither. */
  readonly bothName: (scopes: Scope, member: string) => boolean;
  /** Whether two schemas are written alike, annotations and references aside. */
  readonly areAlike: (nodes: SchemaNodes) => boolean;
}

/** Opens two documents for judgement; verdicts are remembered. */
export function createValueJudge(base: OpenDocument, revision: OpenDocument): ValueJudge {
  const search = createContainmentSearch({ base: schemaSource(base), revision: schemaSource(revision) });
  const known = new Map<string, Containment>();
  const numberOf = numberObjects<Json | ComparedPair | Scope>();

  const refused = (owner: ComparedPair, inner: ComparedPair, use: Use, values: Values, part?: Part): Containment => {
    const { alternative, ...rest } = part ?? {};
    const asked = JSON.stringify([use, values, rest, alternative && [alternative.side, numberOf(alternative.node)]]);
    const key = `${numberOf(owner)} ${numberOf(inner)} ${asked}`;
    const result =
      known.get(key) ??
      (owner === inner
        ? search.findRefused(owner, use, values, part, alternativesOf(owner))
        : search.findRefusedInside(owner, inner, use, values, part));
    known.set(key, result);
    return result;
  };

  const alternatives = new Map<ComparedPair, readonly ComparedPair[]>();
  const alternativesOf = (owner: ComparedPair): readonly ComparedPair[] => {
    const known = alternatives.get(owner) ?? changedAlternatives(owner);
    alternatives.set(owner, known);
    return known;
  };

  const covers = new Map<string, Cover>();

  /** The nearest of a scope and those above it in which nothing is refused, and the doubt of one before it. */
  const coverOf = (scope: Scope | null, use: Use, values: Values): Cover => {
    if (scope === null) return noCover;
    const asked = JSON.stringify([use, values]);
    const keyOf = (one: Scope) => `${numberOf(one)} ${asked}`;
    const passed: Cover[] = [];
    let found: Cover = noCover;
    for (let one: Scope | null = scope; one; one = one.outer) {
      const known = covers.get(keyOf(one));
      const result = known ? null : refused(one.owner, one.inner, use, values);
      if (known) found = known;
      else if (result?.kind === 'contained') covers.set(keyOf(one), (found = { scope: one, doubt: null }));
      else passed.push({ scope: one, doubt: result?.kind === 'unknown' ? result : null });
      if (known || result?.kind === 'contained') break;
    }
    for (let one = passed.pop(); one; one = passed.pop())
      covers.set(keyOf(one.scope!), (found = one.doubt ? { ...found, doubt: one.doubt } : found));
    return found;
  };

  /** Judges the change, and every schema above it that could make up for it; what one of them may make up for is undecided. */
  const judgeAs = (scopes: Scope, use: Use, values: Values, parts: Parts, countsEqual: boolean): ValueVerdict => {
    const { scope, doubt } = coverOf(scopes.outer, use, values);
    if (scope) return search.areEqual(scope.inner, use) ? equalAbove : settled(scopes.inner, use, parts, countsEqual);
    const verdicts = parts.map((part) => refused(scopes.owner, scopes.inner, use, values, part));
    for (const verdict of verdicts)
      if (verdict.kind === 'witness')
        return doubt ?? { kind: 'refused', witness: verdict.witness, isByTheLetter: false };
    return verdicts.find((verdict) => verdict.kind === 'unknown') ?? settled(scopes.inner, use, parts, countsEqual);
  };

  const judge: ValueJudge['judge'] = (scopes, place, parts, countsEqual = true) => {
    if (search.areAlike(scopes.inner)) return equal;
    const usual = judgeAs(scopes, useOf(place), 'usual', parts, countsEqual);
    if (usual.kind === 'refused') {
      const loose = judgeAs(scopes, useOf(place), 'loose', parts, false);
      return { ...usual, isByTheLetter: loose.kind === 'equal' || loose.kind === 'harmless' };
    }
    if (usual.kind !== 'harmless') return usual;
    const strict = judgeAs(scopes, useOf(place), 'strict', parts, false);
    if (strict.kind === 'unknown' && strict.isOutOfSteps) return strict;
    return strict.kind === 'refused' ? { kind: 'unusual', witness: strict.witness } : usual;
  };

  const settled = (nodes: SchemaNodes, use: Use, parts: Parts, countsEqual: boolean): ValueVerdict => {
    const isEqual = () =>
      parts.every((part) => (part ? search.isPartEqual(nodes, use, part) : search.areEqual(nodes, use)) === true);
    return countsEqual && isEqual() ? equal : { kind: 'harmless' };
  };

  return { judge, bothName: ({ owner }, member) => search.bothName(owner, member), areAlike: search.areAlike };
}

/** A scope that makes up for what is refused inside; null where none does. */
interface Cover {
  readonly scope: Scope | null;
  readonly doubt: Doubt | null;
}

type Doubt = ValueVerdict & { readonly kind: 'unknown' };

const noCover: Cover = Object.freeze({ scope: null, doubt: null });
const equal: ValueVerdict = Object.freeze({ kind: 'equal', isAbove: false });
const equalAbove: ValueVerdict = Object.freeze({ kind: 'equal', isAbove: true });

function useOf({ direction, textual, carrier }: SchemaPlace): Use {
  return { direction, textual: !textual ? 'no' : carrier === null ? 'form' : 'parameter' };
}

/** The most alternatives whose values are tried. */
const mostAlternatives = 64;

function changedAlternatives({ children }: ComparedPair): readonly ComparedPair[] {
  const changed = children.filter(({ step, pair }) => !step.inside && pair.affected);
  return changed.slice(0, mostAlternatives).map(({ pair }) => pair);
}
