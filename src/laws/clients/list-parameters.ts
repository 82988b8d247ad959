import type { RequestParts } from '../../routing/changes/operation.js';
import { bareOf, membersOf, valuesOf } from '../../export/rules/changed-operations.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { sameValue } from '../same-value.js';
import { parsed } from '../values/drawing.js';
import { type ClientRequest, clientRequest } from './client-exchange.js';
import type { CrossedOperation } from './crossed-operation.js';

/** A parameter of the query of an older version. */
export interface OlderParameter {
  readonly name: string;
  /** Its only values; null where there are others. */
  readonly values: readonly unknown[] | null;
  /** The values of it that name a member, by that member. */
  readonly naming: (members: ReadonlySet<string>) => readonly (readonly [member: string, value: string])[];
  /** What a handler gets for a value, and which parameters that changes; null for a request that is refused. */
  readonly ask: (value: unknown, request: RequestParts) => Asked | null;
}

interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  /** The newer parameters that are otherwise without it. */
  readonly changed: readonly string[];
}

const sortNames = /^(?:sort|order|fields?)(?:[-_]?by)?$/i;
const directions: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `-${name}`,
  (name) => `${name}:asc`,
  (name) => `${name}_asc`,
  (name) => `${name} asc`,
  (name) => `${name}.asc`,
];

/** The member that a value of a sort parameter names: `-title`, `title:desc`. */
export const memberIn = (value: string) => value.replace(/^[-+]/, '').replace(/[:_ .](?:asc|desc)$/i, '');

export function listParameters(operation: CrossedOperation): readonly OlderParameter[] {
  const request = clientRequest(operation);
  return membersOf(operation.older.schemas.query).map(([name, tree]) => {
    const values = valuesOf(tree);
    const isList = definitionOf(bareOf(tree)).type === 'array';
    const accepts = (value: unknown) => parsed(tree, isList ? [value] : value) !== null;
    const isNaming = sortNames.test(name) || !accepts('a text that is no name');
    return {
      name,
      values,
      naming: (members) =>
        isNaming
          ? [...members].flatMap((member) => {
              const value = directions.map((write) => write(member)).find(accepts);
              return value === undefined ? [] : [[member, value] as const];
            })
          : [],
      ask: (value, drawn) => asked(request, drawn, name, isList ? [value] : value),
    };
  });
}

/** Asks with a value, alone or beside what else the request needs. */
function asked({ send }: ClientRequest, drawn: RequestParts, name: string, value: unknown): Asked | null {
  const { [name]: _, ...others } = Object(drawn.query) as Readonly<Record<string, unknown>>;
  for (const rest of [{}, others]) {
    const query = send({ ...drawn, query: { ...rest, [name]: value } })?.query as Asked['query'] | undefined;
    if (!query) continue;
    const without = Object(send({ ...drawn, query: rest })?.query) as Asked['query'];
    return { query, changed: Object.keys(query).filter((key) => !sameValue(query[key], without[key])) };
  }
  return null;
}
