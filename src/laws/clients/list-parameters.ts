import type { RequestParts } from '../../routing/changes/operation.js';
import { bareOf } from '../../changes/lineage.js';
import { membersOf, valuesOf } from '../../export/rules/changed-operations.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { sameValue } from '../same-value.js';
import { parsed } from '../values/drawing.js';
import { type ClientRequest, clientRequest } from './client-exchange.js';
import type { CrossedOperation } from './crossed-operation.js';

/** What a request of a list says which items it has: the query of a GET, the body of a search. */
export type AskingPart = 'query' | 'body';

/** A parameter of the query of an older version, or a member of the body of a search. */
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
  readonly given: Readonly<Record<string, unknown>>;
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

export function listParameters(operation: CrossedOperation, part: AskingPart): readonly OlderParameter[] {
  const request = clientRequest(operation);
  return membersOf(operation.older.schemas[part]).map(([name, tree]) => {
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
      ask: (value, drawn) => asked(request, part, drawn, name, isList ? [value] : value),
    };
  });
}

/** Asks with a value, alone or beside what else the request needs. */
function asked(
  { send }: ClientRequest,
  part: AskingPart,
  drawn: RequestParts,
  name: string,
  value: unknown,
): Asked | null {
  const { [name]: _, ...others } = Object(drawn[part]) as Readonly<Record<string, unknown>>;
  for (const rest of [{}, others]) {
    const given = send({ ...drawn, [part]: { ...rest, [name]: value } })?.given[part] as Asked['given'] | undefined;
    if (!given) continue;
    const without = Object(send({ ...drawn, [part]: rest })?.given[part]) as Asked['given'];
    return { given, changed: Object.keys(given).filter((key) => !sameValue(given[key], without[key])) };
  }
  return null;
}
