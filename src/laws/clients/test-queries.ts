import type { Change } from '../../changes/change.js';
import { olderSideInWords } from '../../changes/hop.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import { joinWords } from '../../text/join-words.js';
import { listedItems, membersOf, valuesOf } from '../../export/rules/changed-operations.js';
import { nameOperation } from '../../report/result.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial, LawId } from '../law.js';
import { sameValue } from '../same-value.js';
import { fatal } from './test-updates.js';
import { isNamed } from './blame.js';
import { clientRead, clientRequest } from './client-exchange.js';
import type { CrossedOperation } from './crossed-operation.js';
import { drawQueries } from './draw-updates.js';
import { type AskingPart, listParameters, memberIn, type OlderParameter } from './list-parameters.js';
import { type MemberOrigins, memberOrigins } from './member-origins.js';

interface Misunderstanding {
  readonly law: Extract<LawId, 'names-another-member' | 'filter-finds-others'>;
  /** The older parameter, and the newer member that it is about. */
  readonly parameter: string;
  readonly member: string;
  readonly what: string;
  readonly fix: string;
}

/** Asks with each filter and sort parameter of an older version, and compares what that means with what its answers show. */
export function testQueries(
  operations: readonly CrossedOperation[],
  isChosen: (change: Change) => boolean,
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  trial: DatedTrial,
): readonly LawFinding[] {
  return operations.flatMap((operation) => {
    const { changes } = operation;
    const part = askingPart(operation);
    if (!part || !changes.some(isChosen)) return [];
    if (changes.some(({ id }) => fatal.some((law) => broken.get(id)?.has(law)))) return [];
    return testQuery(operation, part, trial).map((one) => findingFor(operation, one));
  });
}

/** Where an operation of both versions says which items it lists; null where it lists none, or takes no such part. */
function askingPart({ older, newer }: CrossedOperation): AskingPart | null {
  const part = older.method === 'GET' ? 'query' : 'body';
  const isSearch = [older, newer].every(({ method, body }) => method === 'POST' && body?.kind === 'json');
  if (part === 'body' && !(isSearch && listedItems(newer).length > 0)) return null;
  return older.schemas[part] && newer.schemas[part] ? part : null;
}

function testQuery(operation: CrossedOperation, part: AskingPart, trial: DatedTrial): readonly Misunderstanding[] {
  const read = clientRead(operation);
  const draws = read && drawQueries({ read, write: clientRequest(operation) }, operation.changes, trial);
  if (!draws) return [];
  const origins = memberOrigins(
    read,
    draws.map(([answer]) => answer),
  );
  if (!origins) return [];
  const requests = draws.map(([, request]) => request);
  const losses = operation.changes.flatMap(({ reshapes }) => reshapes.flatMap(({ loses }) => loses.up));
  return listParameters(operation, part)
    .filter(({ name }) => !isNamed(name, losses))
    .flatMap((parameter) => {
      const named = parameter.naming(new Set([...origins.names.older, ...origins.names.newer]));
      return named.length > 0
        ? named.flatMap(([member, value]) => misnamed(operation, parameter, member, value, origins, requests) ?? [])
        : [
            ...(misfiltered(operation, part, parameter, origins, requests) ?? []),
            ...otherValues(operation, part, parameter, origins, requests),
          ];
    });
}

/** What is wrong with a value such as `-title`. */
function misnamed(
  { hop }: CrossedOperation,
  { name: parameter, ask }: OlderParameter,
  member: string,
  value: string,
  { names, of, shownAs, dependsOn }: MemberOrigins,
  requests: readonly RequestParts[],
): Misunderstanding | null {
  const about = (what: string, fix: string) => ({ law: 'names-another-member', parameter, member, what, fix }) as const;
  const asks = `${parameter}=${value}`;
  if (!names.older.has(member)) {
    const own = shownAs(member).filter((name) => !names.newer.has(name));
    if (own.length === 0) return null;
    return about(
      `takes ${asks}, but ${olderSideInWords(hop)} shows ${member} as ${joinWords(own)}.`,
      `Name what ${olderSideInWords(hop)} shows: give ${parameter} an older form that takes ${joinWords(own)}, and an up that returns ${member}.`,
    );
  }
  const asked = firstOf(requests, (request) => ask(value, request));
  if (!asked) return null;
  const given = asked.changed.flatMap((key) => [asked.given[key]].flat()).filter((one) => typeof one === 'string');
  const found = given.map(memberIn);
  if (given.length === 0 || found.some((one) => dependsOn(member, one))) return null;
  const meant = of(member);
  if (meant.size === 0) return null;
  const [other = ''] = found;
  return about(
    `passes ${asks} on as ${given[0]!}, ${names.newer.has(other) ? `which is another member than ${member} of ${olderSideInWords(hop)}` : 'which names no member of the newer version'}: that is ${joinWords([...meant])} now.`,
    `Let up of ${parameter} return ${[...meant][0]!} for ${member}.`,
  );
}

/** What is wrong with a filter that has the name of a member. */
function misfiltered(
  { hop }: CrossedOperation,
  part: AskingPart,
  { name: parameter, ask, values }: OlderParameter,
  { names, of, shownAs, dependsOn }: MemberOrigins,
  requests: readonly RequestParts[],
): readonly Misunderstanding[] | null {
  const about = (member: string, what: string, fix: string) =>
    [{ law: 'names-another-member', parameter, member, what, fix }] as const;
  if (!names.older.has(parameter)) {
    const own = names.newer.has(parameter) ? shownAs(parameter).filter((name) => !names.newer.has(name)) : [];
    if (own.length === 0) return null;
    return about(
      parameter,
      `takes ${parameter}, but ${olderSideInWords(hop)} shows it as ${joinWords(own)}.`,
      `Give the ${part} an older form in which ${parameter} is ${joinWords(own)}.`,
    );
  }
  const given =
    values ?? requests.flatMap((request) => (Object(request[part]) as Record<string, unknown>)[parameter] ?? []);
  const asked = given.flatMap((value) => firstOf(requests, (request) => ask(value, request)) ?? []);
  const changed = [...new Set(asked.flatMap((one) => one.changed))];
  const others = changed.filter((name) => names.newer.has(name));
  if (asked.length === 0 || others.some((name) => dependsOn(parameter, name))) return null;
  const meant = of(parameter);
  if (meant.size === 0) return null;
  if (changed.length === 0)
    return about(
      [...meant][0]!,
      `ignores ${parameter}: nothing that up returns depends on it.`,
      `Return it in up, or declare the loss: loses: { up: ['${parameter}'] }.`,
    );
  if (others.length === 0) return null;
  return about(
    others[0]!,
    `passes ${parameter} on as ${joinWords(others)}, but what ${olderSideInWords(hop)} shows as ${parameter} is ${joinWords([...meant])} now.`,
    `Return ${[...meant][0]!} for ${parameter} in up.`,
  );
}

/** Whether a filter by an enum finds what older clients see with that value, and nothing else. */
function otherValues(
  { newer, hop }: CrossedOperation,
  part: AskingPart,
  { name: parameter, ask, values }: OlderParameter,
  { of, shown, names }: MemberOrigins,
  requests: readonly RequestParts[],
): readonly Misunderstanding[] {
  if (!values || !names.older.has(parameter)) return [];
  const [member, ...rest] = of(parameter);
  const filter = membersOf(newer.schemas[part]).find(([name]) => name === member);
  const all = filter && valuesOf(filter[1]);
  if (!all || rest.length > 0) return [];
  return values.flatMap((value) => {
    const asked = firstOf(requests, (request) => ask(value, request));
    if (!asked || asked.given[member!] === undefined) return [];
    const given = [asked.given[member!]].flat();
    const meant = all.filter((one) => sameValue(shown(parameter, member!, one)?.value, value));
    const missed = meant.filter((one) => !given.includes(one));
    const others = given.filter((one) => !meant.includes(one) && shown(parameter, member!, one) !== null);
    if (missed.length + others.length === 0) return [];
    const why = [
      ...(missed.length > 0
        ? [`does not find ${listed(missed)}, which ${olderSideInWords(hop)} shows as ${JSON.stringify(value)}`]
        : []),
      ...(others.length > 0 ? [`finds ${listed(others)}, which it shows otherwise`] : []),
    ];
    return [
      {
        law: 'filter-finds-others',
        parameter,
        member: member!,
        what: `with ${parameter}=${String(value)} ${why.join(', and ')}.`,
        fix:
          meant.length > 1
            ? `Let ${member} take several values, and return ${listed(meant)} in up.`
            : `Return ${listed(meant)} in up.`,
      } as const,
    ];
  });
}

const listed = (values: readonly unknown[]) => joinWords(values.map((one) => JSON.stringify(one)));

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | null): R | null {
  for (const one of list) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

function findingFor(
  { hop, older, changes }: CrossedOperation,
  { law, member, parameter, what, fix }: Misunderstanding,
): LawFinding {
  const parts = changes.flatMap((change) => change.reshapes.map((reshape) => ({ change, reshape })));
  const found = parts.find(({ reshape: { trees } }) =>
    [trees.after, trees.before].some((tree) => membersOf(tree).some(([name]) => name === member || name === parameter)),
  );
  const change = found?.change ?? changes[0]!;
  const source = found?.reshape.source() ?? change.source();
  return findingOf({ change, version: hop.version, name: nameOperation(older), source }, law, {
    direction: 'up',
    what: `${nameOperation(older)} of ${olderSideInWords(hop)} ${what}`,
    fix,
  });
}
