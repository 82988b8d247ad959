import { type $ZodType, safeParse } from 'zod/v4/core';
import { hopInWords } from '../../changes/hop.js';
import { bareOf } from '../../changes/lineage.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { joinWords } from '../../text/join-words.js';
import type { Versions } from '../../changes/known-versions.js';
import { partNames, requestParts } from '../declare/request-parts.js';
import { isJson, responseDetail } from '../table/responses.js';
import { handlerName } from '../table/route.js';
import type { Crossing } from './crossings.js';
import { namedSchemas } from './operation-stage.js';

/** Operations whose `before` lacks what the other side requires, without a converter that makes it: every call would fail. */
export function missingConverters(versions: Versions, crossings: readonly Crossing[]): readonly BootProblem[] {
  return crossings.flatMap((crossing) => {
    const { hop, newer, operation } = crossing;
    if (!operation) return [];
    const inHop = (schema: unknown) => {
      const tree = zodTreeOf(schema);
      return tree && (hop.version === newer.version ? tree : versions.schemaOf(tree, hop.version, newer.version!));
    };
    return [...withoutUp(crossing, operation, inHop), ...withoutDown(crossing, operation, inHop)];
  });
}

type Operation = NonNullable<Crossing['operation']>;
type InHop = (schema: unknown) => $ZodType | null;

function withoutUp({ hop, own, newer, older }: Crossing, operation: Operation, inHop: InHop): readonly BootProblem[] {
  if (operation.up) return [];
  const { parts } = namedSchemas(hop, operation, older.status);
  return partNames.flatMap((part) => {
    if (parts[part] === undefined) return [];
    const missing = missingIn(zodTreeOf(parts[part]), inHop(newer.schemas[part]), isAsked);
    if (missing.length === 0) return [];
    const { change } = operation;
    const value = part === 'headers' ? missing.map((name) => JSON.stringify(name)) : missing;
    return [
      problem(
        'change-without-up',
        `The change "${change.title}" of ${hopInWords(hop)} has no up for the ${requestParts[part]} of ${older.method} ${older.path}: version ${hop.previous} has no ${joinWords(missing, 'and')} there, which ${handlerName(own)} requires.`,
        `Add up: ({ ${part} }) => ({ ${part}: { ...${part}, ${value.map((name) => `${name}: …`).join(', ')} } }) to its operation.`,
        { source: change.source(), handler: handlerName(own), change: change.id },
      ),
    ];
  });
}

function withoutDown({ hop, own, newer, older }: Crossing, operation: Operation, inHop: InHop): readonly BootProblem[] {
  if (operation.down || operation.collect) return [];
  const { responses } = namedSchemas(hop, operation, older.status);
  return Object.entries(responses).flatMap(([code, entry]) => {
    const now = responseDetail(newer.responses[Number(code) === older.status ? newer.status : Number(code)] ?? null);
    const before = responseDetail(entry);
    if ([now, before].some(({ stream, mediaTypes = [] }) => stream !== undefined || !mediaTypes.every(isJson)))
      return [];
    const missing = missingIn(inHop(now.schema), zodTreeOf(before.schema), isSent);
    if (missing.length === 0) return [];
    const { change } = operation;
    return [
      problem(
        'change-without-down',
        `The change "${change.title}" of ${hopInWords(hop)} has no down for the answer ${code} of ${older.method} ${older.path}: version ${hop.previous} has ${joinWords(missing, 'and')} there, which ${handlerName(own)} does not answer.`,
        `Add down: ({ body }) => ({ body: { ${missing.map((name) => `${name}: …`).join(', ')} } }) to its operation.`,
        { source: change.source(), handler: handlerName(own), change: change.id },
      ),
    ];
  });
}

/** The members that one object requires and another does not declare; none for other schemas. */
function missingIn(
  given: $ZodType | null,
  needed: $ZodType | null,
  isRequired: (member: $ZodType) => boolean,
): readonly string[] {
  const [from, to] = [given && membersIn(given), needed && membersIn(needed)];
  if (!from || !to) return [];
  return Object.entries(to).flatMap(([name, member]) => (Object.hasOwn(from, name) || !isRequired(member) ? [] : name));
}

/** null for what is no object, and for one that may have other members. */
function membersIn(tree: $ZodType): Readonly<Record<string, $ZodType>> | null {
  const def = definitionOf(bareOf(tree));
  if (def.type !== 'object' || (def.catchall && definitionOf(def.catchall as $ZodType).type !== 'never')) return null;
  return def.shape as Readonly<Record<string, $ZodType>>;
}

const isSent = (member: $ZodType) => member._zod.optout === undefined;

/** Whether a request without a member is refused; a check that waits, or fails, says nothing. */
function isAsked(member: $ZodType): boolean {
  if (member._zod.optin !== undefined) return false;
  try {
    return !safeParse(member, undefined).success;
  } catch {
    return false;
  }
}
