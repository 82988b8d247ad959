import { type BootProblem, problem } from '../../report/boot-problem.js';
import { readSeedTarget, readTake } from '../../routing/table/verify-options.js';
import { suggestName } from '../../text/nearest-name.js';
import type { Rule } from './rule.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

export const invalidVerify: Rule = {
  id: 'invalid-verify',
  severity: 'error',
  summary:
    'The option verify.seeds has values that JSON can hold, links between operations, and a before function; verify.ignore has reasons.',
  find: ({ definition }) => findVerifyProblems(definition.verify),
};

/** What is wrong with the option `verify` of a service. */
export function findVerifyProblems(verify: unknown): readonly BootProblem[] {
  return findVerifyFaults(verify).map(({ message, fix }) =>
    problem('invalid-verify', message, fix, { option: 'verify' }),
  );
}

/** Something wrong with the option, and where in it. */
interface Fault {
  /** `['verify', 'seeds', 'values', 'id']` */
  readonly at: readonly string[];
  readonly message: string;
  readonly fix: string;
}

type Members = Readonly<Record<string, unknown>>;

/** What is wrong with the option `verify`, each with its place. */
export function findVerifyFaults(verify: unknown): readonly Fault[] {
  if (verify === undefined) return [];
  if (!isObject(verify)) return [wrong(['verify'], verify, writeSeeds)];
  return [...seedFaults(verify['seeds']), ...ignoreFaults(verify['ignore'])];
}

function seedFaults(seeds: unknown): readonly Fault[] {
  if (seeds === undefined) return [];
  if (!isObject(seeds)) return [wrong(seedsAt, seeds, writeSeeds)];
  const { values, before, links } = seeds;
  return [
    ...unknownMembers(seedsAt, seeds, ['values', 'before', 'links']),
    ...(values === undefined ? [] : valueFaults(values)),
    ...(before === undefined || typeof before === 'function'
      ? []
      : [
          wrong(
            [...seedsAt, 'before'],
            before,
            'Write a function in svc.config.ts: before: async ({ url, fetch }) => ({ headers: {}, values: {} }).',
          ),
        ]),
    ...(links === undefined ? [] : linkFaults(links)),
  ];
}

const seedsAt = ['verify', 'seeds'];
const writeSeeds = "Write verify: { seeds: { values: { id: [1, 2], 'getOrder.id': 7 } } }.";
const writeTarget =
  'Write a parameter (id), one of an operation (getOrder.id), a body (createOrder.body), or a place in it (createOrder.body#/item).';
const writeLink = "Write { from: 'createOrder', take: '$response.body#/id', to: 'getOrder.id' }.";

function valueFaults(values: unknown): readonly Fault[] {
  if (!isObject(values)) return [wrong([...seedsAt, 'values'], values, writeSeeds)];
  return Object.entries(values).flatMap(([target, value]) => {
    const at = [...seedsAt, 'values', target];
    if (!isTarget(target)) return [fault(at, `${nameOf(at)} names nothing that a request has.`, writeTarget)];
    if (Array.isArray(value) && value.length === 0)
      return [
        fault(
          at,
          `${nameOf(at)} has no choices.`,
          'Write a value, or a list of at least one. A value that is a list itself is a choice: [[1, 2]].',
        ),
      ];
    return isJson(value)
      ? []
      : [wrong(at, value, 'Write what JSON can hold: text, numbers, true, false, null, lists and objects of them.')];
  });
}

function linkFaults(links: unknown): readonly Fault[] {
  if (!Array.isArray(links)) return [wrong([...seedsAt, 'links'], links, `Write a list. ${writeLink}`)];
  return links.flatMap((link: unknown, index) => {
    const at = [...seedsAt, 'links', String(index)];
    if (!isObject(link)) return [wrong(at, link, writeLink)];
    const { from, take, to } = link;
    return [
      ...unknownMembers(at, link, ['from', 'take', 'to']),
      ...(isText(from) ? [] : [wrong([...at, 'from'], from, "Write an operationId, or 'POST /orders'.")]),
      ...(isText(take) && readTake(take)
        ? []
        : [wrong([...at, 'take'], take, "Write '$response.body#/id' or '$response.header.Location'.")]),
      ...(isText(to) && isTarget(to) ? [] : [wrong([...at, 'to'], to, writeTarget)]),
    ];
  });
}

const writeIgnore = "Write { operation: 'GET /books', at: '/items/*/score', reason: 'The ranking is new.' }.";

function ignoreFaults(ignore: unknown): readonly Fault[] {
  const at = ['verify', 'ignore'];
  if (ignore === undefined) return [];
  if (!Array.isArray(ignore)) return [wrong(at, ignore, `Write a list. ${writeIgnore}`)];
  return ignore.flatMap((entry: unknown, index) => {
    const own = [...at, String(index)];
    if (!isObject(entry)) return [wrong(own, entry, writeIgnore)];
    const { operation, at: place, reason } = entry;
    return [
      ...unknownMembers(own, entry, ['operation', 'at', 'reason']),
      ...(operation === undefined || isText(operation)
        ? []
        : [wrong([...own, 'operation'], operation, "Write an operationId, or 'GET /books'; or omit it.")]),
      ...(isText(place) && /^(?:status|body|header \S+|\/.*)$/s.test(place)
        ? []
        : [wrong([...own, 'at'], place, "Write 'status', 'body', 'header Location' or '/items/*/score'.")]),
      ...(isText(reason) ? [] : [wrong([...own, 'reason'], reason, 'Say why the difference is meant.')]),
    ];
  });
}

/** A place in a body belongs to an operation. */
function isTarget(text: string): boolean {
  const { operation, name, pointer } = readSeedTarget(text);
  return name.trim() !== '' && operation !== '' && !(pointer === null && name.includes('#')) && text.trim() === text;
}

function unknownMembers(at: readonly string[], value: Members, known: readonly string[]): readonly Fault[] {
  const names = Object.keys(value).filter((name) => value[name] !== undefined && !known.includes(name));
  return names.map((name) =>
    fault([...at, name], `Unknown option "${nameOf([...at, name])}".`, suggestName(name, known)),
  );
}

function isJson(value: unknown, above: readonly unknown[] = []): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || above.includes(value)) return false;
  if (!Array.isArray(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object)) return false;
  return Object.values(value).every((member) => isJson(member, [...above, value]));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const fault = (at: readonly string[], message: string, fix: string): Fault => ({ at, message, fix });
const wrong = (at: readonly string[], value: unknown, fix: string) =>
  fault(at, `The option ${nameOf(at)} is ${quote(value)}.`, fix);

/** `verify.seeds.values['getOrder.id']` */
const nameOf = ([first, ...rest]: readonly string[]) =>
  `${first}${rest.map((name) => (/^[a-z]+$/i.test(name) ? `.${name}` : /^\d+$/.test(name) ? `[${name}]` : `['${name}']`)).join('')}`;
