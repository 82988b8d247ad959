import type { SchemaNodes } from '../../jsonschema/containment/containment.js';
import type { CheckId, FamilyName } from '../checks/checks.js';
import { listAt, type Json, type JsonObject } from '../../json/json.js';
import type { schemaFamilies } from '../families.js';
import type { LifecyclePolicy } from '../lifecycle/judge-lifecycle.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { alternative, listChildren } from './list-children.js';
import { matchAlternatives } from './match-alternatives.js';
import { readSchemas } from '../../jsonschema/read-schemas.js';
import { alternatives, findLeftAlternative, wrappingOf } from '../checks/schema/alternatives.js';
import { acceptedValues, isPlain } from '../checks/schema/accepted-values.js';
import { sameTree } from './same-tree.js';
import type { SchemaChange, SchemaPair } from './schema-family.js';
import { listSharedProperties } from './shared-properties.js';
import type { SchemaStep } from './schema-place.js';

type SomeSchemaFamily = (typeof schemaFamilies)[number];

/** A change and the family of checks that found it. */
export interface SeenChange {
  readonly family: FamilyName;
  readonly change: SchemaChange<CheckId>;
}

/** The comparison of two matching schemas, wherever they are used. */
export interface ComparedPair {
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly changes: readonly SeenChange[];
  readonly children: readonly ComparedChild[];
  /** Whether this pair or one below it changed. */
  readonly affected: boolean;
  /** Both schemas say what they say keyword by keyword, so that a value that one property refuses is refused as a whole. */
  readonly isPlain: boolean;
}

/** A pair inside a pair, and the way to it. */
export interface ComparedChild {
  readonly tokens: readonly string[];
  readonly step: SchemaStep;
  readonly pair: ComparedPair;
}

interface PairInProgress {
  readonly base: JsonObject;
  readonly revision: JsonObject;
  changes: readonly SeenChange[];
  children: readonly ComparedChild[];
  affected: boolean;
  isPlain: boolean;
  readonly parents: PairInProgress[];
}

const unchanged: PairInProgress = Object.freeze({
  base: {},
  revision: {},
  changes: [],
  children: [],
  affected: false,
  isPlain: true,
  parents: [],
});

/** Compares schemas of two documents; each pair of nodes is compared once, however often it is used, and circles are fine. */
export function compareSchemas(
  base: OpenDocument,
  revision: OpenDocument,
  policy: LifecyclePolicy,
  families: readonly SomeSchemaFamily[],
  areAlike: (nodes: SchemaNodes) => boolean,
): (base: Json | undefined, revision: Json | undefined) => ComparedPair {
  const [baseSchemas, revisionSchemas] = [readSchemas(base), readSchemas(revision)];
  const known = new Map<JsonObject, WeakMap<JsonObject, PairInProgress>>();
  const waiting: (() => void)[] = [];

  const lookUp = (left: Json | undefined, right: Json | undefined): PairInProgress => {
    const [from, to] = [baseSchemas.identity(left), revisionSchemas.identity(right)];
    if (sameTree(from, to)) return unchanged;
    const partners = known.get(from) ?? new Map<JsonObject, PairInProgress>();
    known.set(from, partners);
    const found = partners.get(to);
    if (found) return found;
    const pair: PairInProgress = {
      base: from,
      revision: to,
      changes: [],
      children: [],
      affected: false,
      isPlain: true,
      parents: [],
    };
    partners.set(to, pair);
    waiting.push(() => complete(pair, from, to));
    return pair;
  };

  const complete = (pair: PairInProgress, from: JsonObject, to: JsonObject): void => {
    const schemas = pairSchemas(baseSchemas.view(from), revisionSchemas.view(to), pair);
    const left = findLeftAlternative(schemas);
    const isMoved = left !== null || wrappingOf(schemas) !== null;
    pair.isPlain = isPlain(schemas);
    pair.changes = seeChanges(
      schemas,
      isMoved ? families.filter(({ name }) => name === alternatives.name || name === acceptedValues.name) : families,
    );
    const moved = left === null ? [] : [{ tokens: [], step: alternative, base: left.node, revision: to }];
    pair.children = (isMoved ? moved : listChildren(schemas)).flatMap(({ tokens, step, ...sides }) => {
      const child = lookUp(sides.base, sides.revision);
      if (child === unchanged) return [];
      child.parents.push(pair);
      return [{ tokens, step, pair: child }];
    });
    if (pair.changes.length > 0 || pair.children.some((child) => child.pair.affected)) spread(pair);
  };

  const pairSchemas = (from: SchemaPair['base'], to: SchemaPair['revision'], nodes: SchemaNodes): SchemaPair => ({
    base: from,
    revision: to,
    areAlike: () => areAlike(nodes),
    baseSchemas,
    revisionSchemas,
    policy,
    properties: listSharedProperties(from.properties, to.properties, baseSchemas, revisionSchemas),
    oneOf: matchAlternatives(listAt(from.keywords['oneOf']), listAt(to.keywords['oneOf'])),
    anyOf: matchAlternatives(listAt(from.keywords['anyOf']), listAt(to.keywords['anyOf'])),
  });

  return (left, right) => {
    const pair = lookUp(left, right);
    for (let next = waiting.pop(); next; next = waiting.pop()) next();
    return pair;
  };
}

function seeChanges(schemas: SchemaPair, families: readonly SomeSchemaFamily[]): readonly SeenChange[] {
  const seen: SeenChange[] = [];
  for (const { name, compare } of families) {
    for (const change of compare(schemas)) seen.push({ family: name, change });
  }
  return seen;
}

/** Marks everything above a changed pair as affected. */
function spread(changed: PairInProgress): void {
  const waiting = [changed];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    if (pair.affected) continue;
    pair.affected = true;
    for (const parent of pair.parents) waiting.push(parent);
  }
}
