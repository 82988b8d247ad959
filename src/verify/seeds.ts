import { type Json, type JsonObject, objectAt, textAt } from '../json/json.js';
import { valueAt, tokensOf } from '../json/pointer.js';
import { suggestName, unknownName } from '../text/nearest-name.js';
import { readSeedTarget, readTake, type SeedLink, type SeedTarget } from '../routing/table/verify-options.js';
import type { PromisedOperation } from './promised-api.js';

export { readSeedTarget, type SeedLink };

/** Values that requests are to carry: by `parameter`, `operation.parameter`, `operation.body` or `operation.body#/member`, each a value or a list of choices. */
export type SeedValues = Readonly<Record<string, Json>>;

/** Whether a name means an operation: by its operationId, or as `POST /orders`. */
export function isNamed(operation: PromisedOperation, name: string): boolean {
  return name === operation.operationId || name === operation.name;
}

/** Whether a target is a parameter of an operation. */
export function isTarget(target: string, operation: PromisedOperation, parameter: string): boolean {
  const { operation: named, name, pointer } = readSeedTarget(target);
  return pointer === null && name === parameter && (named === null || isNamed(operation, named));
}

/** The choices for a parameter of an operation; those for the operation itself come before those for every one. */
export function choicesFor(values: SeedValues, operation: PromisedOperation, parameter: string): readonly Json[] {
  const found = Object.entries(values).map(([key, value]) => ({ target: readSeedTarget(key), value }));
  const fits = ({ name, pointer }: SeedTarget) => pointer === null && name === parameter;
  const own = found.find(
    ({ target }) => fits(target) && target.operation !== null && isNamed(operation, target.operation),
  );
  const general = found.find(({ target }) => fits(target) && target.operation === null);
  return choicesOf((own ?? general)?.value);
}

/** The bodies for an operation, and the values for places in them. */
export function bodyChoices(
  values: SeedValues,
  operation: PromisedOperation,
): {
  readonly whole: readonly Json[];
  readonly parts: readonly (readonly [pointer: string, choices: readonly Json[]])[];
} {
  const found = Object.entries(values)
    .map(([key, value]) => ({ target: readSeedTarget(key), choices: choicesOf(value) }))
    .filter(
      ({ target }) => target.pointer !== null && target.operation !== null && isNamed(operation, target.operation),
    );
  return {
    whole: found.filter(({ target }) => target.pointer === '').flatMap(({ choices }) => choices),
    parts: found
      .filter(({ target }) => target.pointer !== '')
      .map(({ target, choices }) => [target.pointer!, choices] as const),
  };
}

const choicesOf = (value: Json | undefined): readonly Json[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly Json[]) : [value];

/** A body with another value at a place. */
export function replaceAt(value: Json, pointer: string, replacement: Json): Json {
  return put(value, tokensOf(pointer), replacement);
}

function put(value: Json, [token, ...rest]: readonly string[], replacement: Json): Json {
  if (token === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (String(index) === token ? put(item, rest, replacement) : item));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  return { ...object, [token]: put(object[token] ?? null, rest, replacement) };
}

/** What seeds name that no version has, as sentences: an operation, or a parameter. */
export function strayNames(
  operations: readonly PromisedOperation[],
  values: SeedValues,
  links: readonly SeedLink[],
): readonly string[] {
  const known = [...new Set(operations.flatMap((one) => [one.operationId ?? one.name, one.name]))];
  const targets = [...Object.keys(values), ...links.map(({ to }) => to)].map(readSeedTarget);
  const named = [...links.map(({ from }) => from), ...targets.flatMap(({ operation }) => operation ?? [])];
  const strayOperations = named.filter((name) => !operations.some((one) => isNamed(one, name)));
  const strayParameters = targets.flatMap(({ operation, name, pointer }) => {
    const found = operations.filter((one) => operation === null || isNamed(one, operation));
    const parameters = found.flatMap((one) => one.parameters.map((parameter) => parameter.name));
    if (pointer !== null || found.length === 0 || parameters.includes(name)) return [];
    const place = operation === null ? '' : ` of ${operation}`;
    return [`Unknown parameter "${name}"${place}. ${suggestName(name, [...new Set(parameters)])}`.trimEnd()];
  });
  return [
    ...new Set([...strayOperations.map((name) => unknownName('operation', name, known)), ...strayParameters]),
  ].map((sentence) => `verify.seeds: ${sentence}`);
}

/** What a runtime expression takes from an answer; undefined where it has nothing. */
export function takeFrom(
  expression: string,
  answer: { readonly headers: Readonly<Record<string, string>>; readonly body: Json | undefined },
): Json | undefined {
  const taken = readTake(expression);
  if (!taken) return undefined;
  return 'header' in taken ? answer.headers[taken.header] : valueAt(answer.body, tokensOf(taken.pointer));
}

/** The links that documents declare (OpenAPI 3.1, section 4.8.20), and what they say beyond parameters is left out. */
export function declaredLinks(operations: readonly PromisedOperation[]): readonly SeedLink[] {
  return operations.flatMap(({ node, document, operationId, name }) =>
    Object.values(objectAt(node['responses'])).flatMap((response) =>
      Object.values(objectAt(document.resolve(response)['links'])).flatMap((written) => {
        const link = document.resolve(written);
        const target = textAt(link['operationId']);
        const given = [...Object.entries(objectAt(link['parameters'])), ['body', link['requestBody']] as const];
        return given.flatMap(([parameter, take]) =>
          target === null || typeof take !== 'string' || !take.startsWith('$response.')
            ? []
            : [
                {
                  from: operationId ?? name,
                  take,
                  to: `${target}.${parameter.replace(/^(?:path|query|header|cookie)\./, '')}`,
                },
              ],
        );
      }),
    ),
  );
}
