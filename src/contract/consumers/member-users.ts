import { objectAt } from '../../json/json.js';
import { pointerTo } from '../../json/pointer.js';
import { openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import { groupBy } from '../../text/group-by.js';
import { memberSteps } from '../../text/member-path.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { isSameStatus, knowsReads } from './concern-findings.js';
import { findCalls } from './find-calls.js';
import { locate, propertiesOnWay } from './members-on-way.js';
import type { Registry } from './registry.js';
import { namesOfUsers, type User, userIn } from './users-of.js';
import type { OperationUse } from './uses-file.js';

/**
 * Who still reads or sends a parameter or property of a contract, by its JSON pointer: those whose files have a member that leads through it, and
 * those who call an operation that answers with it and whose files do not show what they read.
 */
export function memberUsers(
  registry: Registry,
  { version, document }: ContractLock,
): (pointer: string) => readonly string[] {
  const used = listOperations(openDocument(document)).flatMap((operation) =>
    [...findCalls(registry, { ...operation, apiVersion: version })].flatMap(([file, uses]) =>
      uses.flatMap((use) =>
        [...sentBy(use, operation), ...readBy(use, operation, knowsReads(file.uses))].flatMap((member) => {
          const user = userIn(file, version, member.place ?? use.where ?? null);
          if (!user) return [];
          const doubtful = { ...user, isCertain: false, doubt: 'whose file does not show what it reads' };
          return [...member.pointers].map((pointer) => ({ pointer, user: member.isKnown ? user : doubtful }));
        }),
      ),
    ),
  );
  const byPointer = groupBy(used, ({ pointer }) => pointer);
  return (pointer) => namesOfUsers((byPointer.get(pointer) ?? []).map(({ user }): User => user));
}

interface UsedMembers {
  readonly pointers: Iterable<string>;
  readonly place: string | undefined;
  readonly isKnown: boolean;
}

/** A file that shows nothing of what is read may be about everything. */
function readBy(
  { reads, places = {} }: OperationUse,
  { node, tokens, document }: Operation,
  isKnown: boolean,
): readonly UsedMembers[] {
  return Object.keys(objectAt(node['responses'])).flatMap((status) => {
    const members = Object.entries(reads).flatMap(([known, names]) =>
      isSameStatus(known, status) ? names.map((name) => ({ name, place: places[`${known} ${name}`] })) : [],
    );
    return (isKnown ? members : [{ name: '*', place: undefined }]).map(({ name, place }) => ({
      pointers: inContent(document.root, [...tokens, 'responses', status], memberSteps(name)),
      place,
      isKnown,
    }));
  });
}

function sentBy({ sends, places = {} }: OperationUse, operation: Operation): readonly UsedMembers[] {
  return sends.map((member) => ({ pointers: sentMembers(member, operation), place: places[member], isKnown: true }));
}

/** Of `*` everything, of `query.limit` the parameter and what follows inside, of `body.lines[].sku` the properties. */
function sentMembers(member: string, { parameters, tokens, document }: Operation): readonly string[] {
  const [carrier, ...steps] = memberSteps(member);
  const isEverything = carrier === '*';
  const [name, ...inner] = isEverything ? ['*'] : steps;
  const own = parameters.filter(
    (one) =>
      isEverything ||
      (one.carrier === carrier &&
        (name === '*' ||
          name === one.name ||
          (carrier === 'header' && name?.toLowerCase() === one.name.toLowerCase()))),
  );
  return [
    ...own.flatMap(({ tokens: at }) => [
      pointerTo(at),
      ...propertiesOnWay(document.root, [...locate(document.root, at).tokens, 'schema'], name === '*' ? ['*'] : inner),
    ]),
    ...(isEverything || carrier === 'body'
      ? inContent(document.root, [...tokens, 'requestBody'], isEverything ? ['*'] : steps)
      : []),
  ];
}

/** The properties that a member leads through in each media type of a request body or an answer. */
function inContent(root: Operation['node'], at: readonly string[], steps: readonly string[]): readonly string[] {
  const { node, tokens } = locate(root, at);
  return Object.keys(objectAt(objectAt(node)['content'])).flatMap((mediaType) => [
    ...propertiesOnWay(root, [...tokens, 'content', mediaType, 'schema'], steps),
  ]);
}
