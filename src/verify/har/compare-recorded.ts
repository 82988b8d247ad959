import { tryParse } from '../../json/parse-json.js';
import { isObject, type Json } from '../../json/json.js';
import { undeclaredMembers } from '../undeclared-members.js';
import { objectAt } from '../../json/json.js';
import type { AnswerFinding } from '../judge-answer.js';
import type { Answer } from '../exchange.js';
import { type PromisedOperation, responseFor } from '../promised-api.js';
import type { RecordedExchange } from './read-har.js';

/** What the answer to a recorded request lacks beside the recorded one. Values may differ; what clients read may not go. */
export function compareRecorded(
  operation: PromisedOperation,
  recorded: RecordedExchange,
  answer: Answer,
): readonly AnswerFinding[] {
  const [before, now] = [Math.floor(recorded.status / 100), Math.floor(answer.status / 100)];
  const found = (rule: string, message: string): AnswerFinding => ({ rule, level: 'error', message });
  if (before === 2 && now > 3)
    return [
      found(
        'recorded-request-refused',
        `the recorded status was ${recorded.status}, and the new one is ${answer.status}.`,
      ),
    ];
  if (before !== now || recorded.answered === undefined || answer.text === undefined) return [];
  const fresh = tryParse(answer.text);
  if (fresh === undefined) return [];
  const schema = jsonSchemaOf(operation, answer.status);
  const undeclared = new Set(
    schema === undefined ? [] : undeclaredMembers(operation.of, schema, recorded.answered).map(general),
  );
  const present = new Set(membersOf(fresh));
  const lost = [...new Set(membersOf(recorded.answered))].filter(
    (place) => !present.has(place) && !undeclared.has(place) && hasParent(place, fresh),
  );
  return lost.length === 0
    ? []
    : [
        found(
          'recorded-member-lost',
          `the recorded answer had ${lost.slice(0, 5).join(', ')}, which the new one lacks.`,
        ),
      ];
}

const general = (place: string) => place.replaceAll(/\/\d+(?=\/|$)/g, '/*');

function jsonSchemaOf(operation: PromisedOperation, status: number): Json | undefined {
  const content = objectAt(responseFor(operation, status)?.response['content']);
  const name = Object.keys(content).find((one) => /json/i.test(one));
  return name === undefined ? undefined : operation.document.resolve(content[name])['schema'];
}

/** The places of members; an item of a list is a star, so that a list counts once. */
function membersOf(value: Json, place = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => membersOf(item, `${place}/*`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${place}/${name}`,
    ...membersOf(member ?? null, `${place}/${name}`),
  ]);
}

/** A list that is empty now, or a member that is null, says nothing about what it would hold. */
function hasParent(place: string, value: Json): boolean {
  const parent = place.slice(0, place.lastIndexOf('/'));
  return parent === ''
    ? isObject(value)
    : parent.endsWith('/*')
      ? holdsObjects(parent, value)
      : membersWithObjects(value).has(parent);
}

const holdsObjects = (place: string, value: Json) => membersWithObjects(value).has(place);

function membersWithObjects(value: Json, place = '', found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) membersWithObjects(item, `${place}/*`, found);
  else if (isObject(value)) {
    found.add(place);
    for (const [name, member] of Object.entries(value)) membersWithObjects(member ?? null, `${place}/${name}`, found);
  }
  return found;
}
