import { joinWords } from '../../text/join-words.js';
import type { RefusedStatuses } from '../changes/refused-statuses.js';
import { versionTag } from '../../text/version-order.js';
import { writeJson } from '../../json/json.js';
import { escapeTerminal } from '../../text/escape.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { internalMembers } from '../../schema/without-internal.js';
import { responseDetail } from '../table/responses.js';
import { changeTraits, handlerName, type Route, type RouteChange } from '../table/route.js';
import type { Explanation } from './explanation.js';
import type { BootProblem } from '../../report/boot-problem.js';
import type { Role, Terminal } from '../../report/renderers/render-pretty.js';
import { placeRecord, problemLine } from '../../report/result.js';
import { wrapLine } from '../../text/wrap-text.js';

/** What an explanation shows besides the decisions, and the terminal that it goes to. */
interface Surroundings extends Partial<Terminal> {
  /** What `svc check` says of the changes on the way. */
  readonly problems?: readonly BootProblem[];
  /** What each change may refuse with. */
  readonly refused?: RefusedStatuses;
  readonly withHeaders?: boolean;
}

/** The explanation for people, in the order in which the server decides. */
export function formatExplanation(
  { request, version, candidates, outcome, reason, route, pathValues, status, headers, asks }: Explanation,
  {
    problems = [],
    refused = new Map(),
    columns = null,
    paint = (_, text) => text,
    withHeaders = false,
  }: Surroundings = {},
): string {
  const values = Object.entries(pathValues)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [
      'version',
      [
        `read from ${version.readFrom}`,
        version.named === null ? 'the request names none' : `the request names ${version.named}`,
      ],
    ],
    [
      'candidates',
      candidates.length === 0
        ? ['none']
        : candidates.map((candidate) => `${candidate === route ? '→' : ' '} ${describe(candidate)}`),
    ],
    [outcome === 'refusal' ? 'refused' : 'answered', [reason]],
    ...(route
      ? [
          [
            'handler',
            [`${handlerName(route)}${route.source ? `  ${route.source.file}:${route.source.line}` : ''}`],
          ] as const,
        ]
      : []),
    ...(route?.previews ? [['previews', [route.previews.join(', ')]] as const] : []),
    ...(route && route.changes.length > 0 ? [['changes', hops(route, refused)] as const] : []),
    ...(problems.length > 0 ? [['svc check', problems.map(problemLine)] as const] : []),
    ...internalLine(route),
    ...(values === '' ? [] : [['parameters', [values]] as const]),
    ...(asks.length > 0 ? [['on the way', asks] as const] : []),
    [
      'status',
      [
        status === null
          ? 'decided by what answers'
          : outcome === 'handler'
            ? `${status} when it succeeds`
            : String(status),
      ],
    ],
    ...(withHeaders
      ? [
          [
            'headers',
            headers.length === 0
              ? ['none besides those of the answer itself']
              : pairs(headers).map(([name, value]) => `${name}: ${value}`),
          ] as const,
        ]
      : []),
  ];
  const roles: Readonly<Record<string, Role>> = { answered: 'success', refused: 'error', 'svc check': 'warning' };
  const body = lines.map(([title, [first, ...rest]]) => {
    const [opening, ...others] = [first!, ...rest].map((line) => wrapLine(escapeTerminal(line), columns, beside, '  '));
    const role = roles[title];
    return [
      `  ${paint('id', title.padEnd(10))}  ${role ? paint(role, opening!.slice(beside.length)) : opening!.slice(beside.length)}`,
      ...others,
    ].join('\n');
  });
  return `${[paint('title', escapeTerminal(`${request.method} ${request.url}`)), ...body].join('\n')}\n`;
}

/** What stands before the lines of a row. */
const beside = ' '.repeat(14);

/** `{ version: 1, request, … }`, a shape that only grows. */
export function explanationJson(
  { request, version, candidates, outcome, reason, route, pathValues, status, headers, asks }: Explanation,
  problems: readonly BootProblem[] = [],
  refused: RefusedStatuses = new Map(),
): string {
  const record = (one: Route) => ({
    method: one.method,
    path: one.path,
    version: one.version,
    neutral: one.neutral,
    handler: handlerName(one),
    guards: one.guards,
    ...(one.previews && { previews: one.previews }),
    changes: one.changes.map((change) => ({
      version: change.version,
      title: change.title,
      ...changeTraits(change),
      ...(one === route && refused.has(change.id) && { refuses: refused.get(change.id) }),
      ...placeRecord(change.source),
    })),
    ...placeRecord(one.source),
  });
  const written = {
    version: 1,
    request,
    apiVersion: version,
    candidates: candidates.map(record),
    outcome,
    reason,
    route: route && record(route),
    problems: problems.map(({ id, severity, message, fix, source }) => ({
      id,
      level: severity,
      message,
      fix,
      ...placeRecord(source),
    })),
    pathValues,
    asks,
    status,
    headers: pairs(headers).map(([name, value]) => ({ name, value })),
  };
  return writeJson(written);
}

/** One line per change, in the order in which an answer goes through them. */
const hops = ({ changes }: Route, refused: RefusedStatuses): readonly string[] =>
  changes.map((one) => [hopOf(one), ...featuresOf(one), ...refusalIn(refused.get(one.id))].join(', '));

const refusalIn = (statuses: readonly number[] = []) =>
  statuses.length === 0 ? [] : [`may refuse with ${joinWords(statuses.map(String), 'or')}`];

const hopOf = ({ version, previous, title, source }: RouteChange) =>
  `${versionTag(version)} → ${versionTag(previous)}: ${title}${source ? ` (${source.file}:${source.line})` : ''}`;

const featuresOf = ({ collects, looksUp, asksOthers, listed, moves }: RouteChange): readonly string[] => [
  ...(collects === null ? [] : [`all pages as one list of at most ${collects} items`]),
  ...(looksUp ? ['after its context is looked up'] : []),
  ...(asksOthers ? ['with the access that it had'] : []),
  ...(moves ? [`moved to ${moves.method} ${moves.path}`] : []),
  ...(listed === false ? ['not listed'] : []),
];

/** The members that handlers return and no client sees. */
function internalLine(route: Route | null): readonly (readonly [string, readonly string[]])[] {
  const trees = Object.values(route?.responses ?? {}).map((entry) => zodTreeOf(responseDetail(entry).schema));
  const members = [...new Set(trees.flatMap((tree) => (tree ? internalMembers(tree) : [])))];
  return members.length === 0 ? [] : [['internal', [`${members.join(', ')}: not sent`]]];
}

function pairs(headers: readonly string[]): readonly (readonly [string, string])[] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!] as const] : []));
}

function describe(route: Route): string {
  const version = route.version ?? (route.neutral ? 'every version' : 'no version');
  return `${route.method} ${route.path}  ${route.version === null ? version : `version ${version}`}  ${handlerName(route)}${route.deprecation ? '  deprecated' : ''}`;
}
