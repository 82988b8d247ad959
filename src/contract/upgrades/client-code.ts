import { isObject, type Json, type JsonObject, objectAt, textAt } from '../../json/json.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { lockedScheme } from '../lock/locked-scheme.js';
import { withoutVersion } from '../../openapi/operations/align-operations.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import { readSchemas, type SchemaReader } from '../../jsonschema/read-schemas.js';
import { joinSteps, memberStep } from '../../text/member-path.js';
import type { UpgradeStep } from './describe-upgrades.js';
import { startsWith } from './follow-members.js';

/** An operation in both versions. */
interface Sides {
  readonly base: Operation;
  readonly revision: Operation;
}

/**
 * What a consumer's calls of an operation with the typed client look like, before and after: the address, the parameters and members of the body that
 * differ, and members of the answer that moved. Lines of a diff; empty where the code stays.
 */
export function clientCode(
  sides: Sides,
  locks: readonly [ContractLock, ContractLock],
  steps: readonly UpgradeStep[],
): readonly string[] {
  const schemas = [readSchemas(sides.base.document), readSchemas(sides.revision.document)] as const;
  const arguments_ = differingArguments(sides, locks, schemas);
  const reads = movedReads(sides, schemas, steps);
  const [before, after] = [sides.base, sides.revision].map((operation, side) =>
    writeCall(operation, arguments_[side]!, reads.length > 0),
  );
  const call = before === after ? [` ${before}`] : [`-${before}`, `+${after}`];
  if (before === after && reads.length === 0) return [];
  return [...call, ...reads.map(([from]) => `-${from};`), ...reads.map(([, to]) => `+${to};`)];
}

/** What a call names: `path.id`, `query.limit`, `body.state`. */
type Arguments = readonly (readonly [place: string, name: string])[];

function writeCall({ method, path, apiVersion }: Operation, given: Arguments, isRead: boolean): string {
  const carriers = ['path', 'query', 'header', 'cookie'];
  const object = (names: readonly string[]) => `{ ${names.map(shorthand).join(', ')} }`;
  const at = (place: string) => given.filter(([own]) => own === place).map(([, name]) => name);
  const params = carriers.flatMap((carrier) => (at(carrier).length > 0 ? `${carrier}: ${object(at(carrier))}` : []));
  const body = at('body').filter((name) => name !== '');
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(at('body').length > 0 ? [body.length > 0 ? `body: ${object(body)}` : 'body'] : []),
  ];
  const address = `'${withoutVersion(path, apiVersion).replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  return `${isRead ? 'const { data } = ' : ''}await client.${method}(${address}${parts.length > 0 ? `, { ${parts.join(', ')} }` : ''});`;
}

const isWord = (name: string) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
const shorthand = (name: string) => (isWord(name) ? name : `${JSON.stringify(name)}: value`);

/** The parameters of the path, and of the others and the body what one side alone has or demands. */
function differingArguments(
  { base, revision }: Sides,
  locks: readonly [ContractLock, ContractLock],
  schemas: readonly [SchemaReader, SchemaReader],
): readonly [Arguments, Arguments] {
  const all = [base, revision].map((operation, side) => listArguments(operation, locks[side]!, schemas[side]!));
  const names = all.map((list) => new Set(list.map(({ place, name }) => `${place}.${name}`)));
  const gone = all[0]!.some(({ place, name }) => !names[1]!.has(`${place}.${name}`));
  const [from, to] = all.map((list, side) =>
    list
      .filter(({ place, name, required }) => {
        const isCommon = names[1 - side]!.has(`${place}.${name}`);
        return place === 'path' || (!isCommon && (side === 0 || required || gone));
      })
      .map(({ place, name }) => [place, name] as const),
  );
  const withBody = (list: Arguments, operation: Operation): Arguments =>
    list.some(([place]) => place === 'body') || !isObject(operation.node['requestBody'])
      ? list
      : [...list, ['body', '']];
  return [withBody(from!, base), withBody(to!, revision)];
}

function listArguments(
  { node, parameters, document }: Operation,
  { document: locked }: ContractLock,
  schemas: SchemaReader,
) {
  const version = lockedScheme(locked)?.parameter;
  const own = parameters
    .filter(({ carrier, name }) => carrier !== version?.in || name.toLowerCase() !== version.name.toLowerCase())
    .map(({ carrier, name, required }) => ({ place: carrier as string, name, required }));
  const body = schemas.view(schemaIn(document.resolve(node['requestBody'])));
  const members = Object.keys(body.properties).map((name) => ({
    place: 'body',
    name,
    required: body.required.has(name),
  }));
  return [...own, ...members];
}

/** Of JSON, else of what comes first. */
function schemaIn(holder: JsonObject): Json | undefined {
  const content = objectAt(holder['content']);
  const name = Object.keys(content).find((type) => /[/+]json\b/i.test(type)) ?? Object.keys(content)[0];
  return name === undefined ? undefined : objectAt(content[name])['schema'];
}

/** The schema of the first answer that is a success. */
function answerOf({ node, document }: Operation): Json | undefined {
  const status = Object.keys(objectAt(node['responses'])).find((name) => name.startsWith('2'));
  return status === undefined ? undefined : schemaIn(document.resolve(objectAt(node['responses'])[status]));
}

const mostReads = 8;
const mostDepth = 4;

/** Members of the answer that moved, as expressions of the older and the newer code. */
function movedReads(
  { base, revision }: Sides,
  schemas: readonly [SchemaReader, SchemaReader],
  steps: readonly UpgradeStep[],
) {
  const found: (readonly [string, string])[] = [];
  const visit = (
    node: Json | undefined,
    other: Json | undefined,
    at: readonly [string, string],
    owner: Owner | null,
    depth: number,
  ): void => {
    if (depth > mostDepth || node === undefined || other === undefined) return;
    const view = schemas[0].view(node);
    const named = componentOf(node) ?? owner?.name ?? '';
    const around = componentOf(node) === null ? owner : null;
    const items = itemsOf(view.keywords);
    if (items !== undefined) {
      const its = itemsOf(schemas[1].view(other).keywords);
      return visit(items, its, [`${at[0]}[0]`, `${at[1]}[0]`], null, depth + 1);
    }
    const start: Owner = around ?? { name: named, path: [], root: other, at };
    for (const [name, property] of Object.entries(view.properties)) {
      const path = [...start.path, name];
      const newer = follow(path, named, steps);
      const target = newer.reduce<Json | undefined>(
        (one, step) => (one === undefined ? undefined : schemas[1].view(one).properties[step]),
        start.root,
      );
      if (target === undefined) continue;
      const expressions = [write(start.at[0], path), write(start.at[1], newer)] as const;
      if (expressions[0] !== expressions[1] && newer.join() !== path.join()) found.push(expressions);
      else visit(property, target, expressions, { ...start, path }, depth + 1);
    }
  };
  visit(answerOf(base), answerOf(revision), ['data', 'data'], null, 0);
  return found.slice(0, mostReads);
}

/** The schema that the changes name, and how code comes to a value of it. */
interface Owner {
  readonly name: string;
  readonly path: readonly string[];
  readonly root: Json;
  readonly at: readonly [string, string];
}

const write = (start: string, path: readonly string[]) =>
  path.reduce((all, name) => joinSteps(all, memberStep(name)), start);
const itemsOf = (keywords: JsonObject): Json | undefined => keywords['items'];

function componentOf(node: Json): string | null {
  const reference = isObject(node) ? textAt(node['$ref']) : null;
  return reference?.startsWith('#/components/schemas/') ? reference.slice('#/components/schemas/'.length) : null;
}

/** Where the newest version has a member of a schema. */
function follow(path: readonly string[], schema: string, steps: readonly UpgradeStep[]): readonly string[] {
  return steps
    .flatMap(({ changes }) => changes.flatMap(({ subjects }) => subjects))
    .filter(({ name }) => name === schema)
    .reduce((at, { moved }) => {
      const [own] = moved
        .filter(({ older }) => startsWith(at, older))
        .toSorted((a, b) => b.older.length - a.older.length);
      return own ? [...own.newer, ...at.slice(own.older.length)] : at;
    }, path);
}
