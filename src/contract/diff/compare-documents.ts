import { documentRules } from './document/document-rules.js';
import type { DocumentRule } from './document/document-rule.js';
import { objectAt, sortedKeys } from '../../json/json.js';
import { alignOperations } from './operation/align-operations.js';
import { listOperations, listPathOperations } from './operation/list-operations.js';
import { listSchemaUses, type SchemaUse } from './operation/list-schema-uses.js';
import type { Operation, OperationPair } from './operation/operation.js';
import type { ComparisonContext, Draft, OperationRule } from './operation/operation-rule.js';
import { operationRules } from './operation/operation-rules.js';
import type { OpenDocument } from './open-document.js';
import { compareSchemas } from './schema/compare-schemas.js';
import { changePlacer, type PlacedChange } from './schema/place-changes.js';
import type { SchemaRule } from './schema/schema-rule.js';
import { schemaRules } from './schema/schema-rules.js';

/** A draft and its operation; null for what concerns the whole document. */
export interface LocatedDraft extends Draft {
  readonly operation: Operation | null;
}

/** Compares two documents with every rule whose name is not left out. */
export function compareDocuments(
  base: OpenDocument,
  revision: OpenDocument,
  context: ComparisonContext,
  withoutRules: ReadonlySet<string>,
): readonly LocatedDraft[] {
  const active = <Rule extends { readonly name: string }>(rules: readonly Rule[]) =>
    rules.filter(({ name }) => !withoutRules.has(name));
  const operations = alignOperations(listOperations(base), listOperations(revision), context.alignment);
  const compare = compareSchemas(base, revision, context.policy, active<SchemaRule>(schemaRules));
  const place = changePlacer();
  const compareUse: CompareUse = (use) => place(compare(use.base, use.revision), use.place, use.tokens);
  const found: LocatedDraft[] = active<DocumentRule>(documentRules).flatMap((rule) =>
    rule
      .compare({ base, revision, operations }, context)
      .map(({ operation = null, ...draft }) => ({ ...draft, rule: rule.name, operation })),
  );
  const rules = active<OperationRule>(operationRules);
  for (const pair of [...operations.common, ...pairWebhooks(base, revision)]) {
    for (const draft of compareOperations(pair, context, rules, compareUse)) found.push(draft);
    for (const draft of compareCallbacks(pair, context, rules, compareUse, withoutRules)) found.push(draft);
  }
  return found;
}

type CompareUse = (use: SchemaUse) => readonly PlacedChange[];

function compareOperations(
  pair: OperationPair,
  context: ComparisonContext,
  rules: readonly OperationRule[],
  compareUse: CompareUse,
): readonly LocatedDraft[] {
  const told = rules
    .filter((rule) => rule.inbound || !pair.inbound)
    .flatMap((rule) =>
      rule.compare(pair, context).map((draft) => ({ ...draft, rule: rule.name, operation: pair.revision })),
    );
  const changes = listSchemaUses(pair).flatMap((use) =>
    compareUse(use).map((change) => ({ ...change, operation: pair.revision })),
  );
  return [...told, ...changes];
}

function pairWebhooks(base: OpenDocument, revision: OpenDocument): readonly OperationPair[] {
  const [from, to] = [objectAt(base.root['webhooks']), objectAt(revision.root['webhooks'])];
  return sortedKeys(from)
    .filter((name) => to[name] !== undefined)
    .flatMap((name) =>
      pairInbound(
        listPathOperations(base, from[name], ['webhooks', name]),
        listPathOperations(revision, to[name], ['webhooks', name]),
      ),
    );
}

function pairInbound(base: readonly Operation[], revision: readonly Operation[]): readonly OperationPair[] {
  return base.flatMap((operation) => {
    const partner = revision.find(({ method }) => method === operation.method);
    return partner ? [{ base: operation, revision: partner, inbound: true }] : [];
  });
}

function compareCallbacks(
  pair: OperationPair,
  context: ComparisonContext,
  rules: readonly OperationRule[],
  compareUse: CompareUse,
  withoutRules: ReadonlySet<string>,
): readonly LocatedDraft[] {
  const [from, to] = [listCallbacks(pair.base), listCallbacks(pair.revision)];
  const say = (id: Draft['id'], operation: Operation, message: string): LocatedDraft => ({
    id,
    tokens: operation.tokens.slice(0, -1),
    message,
    rule: 'callbacks',
    operation: pair.revision,
  });
  const changes = withoutRules.has('callbacks')
    ? []
    : [
        ...[...from]
          .filter(([key]) => !to.has(key))
          .map(([key, operation]) => say('callback-removed', operation, `the callback ${key} was removed`)),
        ...[...to]
          .filter(([key]) => !from.has(key))
          .map(([key, operation]) => say('callback-added', operation, `the callback ${key} is new`)),
      ];
  const common = [...from].flatMap(([key, base]) =>
    to.has(key) ? [{ base, revision: to.get(key)!, inbound: true }] : [],
  );
  return [
    ...changes,
    ...common
      .flatMap((callback) => compareOperations(callback, context, rules, compareUse))
      .map((draft) => ({ ...draft, operation: pair.revision })),
  ];
}

function listCallbacks({ document, node, tokens }: Operation): ReadonlyMap<string, Operation> {
  const callbacks = objectAt(node['callbacks']);
  return new Map(
    sortedKeys(callbacks).flatMap((name) => {
      const expressions = document.resolve(callbacks[name]);
      return sortedKeys(expressions)
        .filter((key) => !key.startsWith('x-'))
        .flatMap((expression) =>
          listPathOperations(document, expressions[expression], [...tokens, 'callbacks', name, expression]).map(
            (operation) => [`"${name}" (${operation.method} ${expression})`, operation] as const,
          ),
        );
    }),
  );
}
