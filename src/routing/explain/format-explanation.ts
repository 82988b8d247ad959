import { versionTag } from '../../text/version-order.js';
import { writeJson } from '../../json/json.js';
import { escapeTerminal } from '../../text/escape.js';
import { handlerName, type Route } from '../table/route.js';
import type { Explanation } from './explanation.js';
import { placeRecord } from '../../report/result.js';

/** The explanation for people, in the order in which the server decides. */
export function formatExplanation({
  request,
  version,
  candidates,
  outcome,
  reason,
  route,
  pathValues,
  status,
  headers,
  asks,
}: Explanation): string {
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
    ...(route && route.changes.length > 0 ? [['changes', hops(route)] as const] : []),
    ...(values === '' ? [] : [['parameters', [values]] as const]),
    ...(asks.length > 0 ? [['on the way', asks] as const] : []),
    [
      'status',
      [
        status === null
          ? 'decided by the mounted handler'
          : outcome === 'handler'
            ? `${status} when it succeeds`
            : String(status),
      ],
    ],
    [
      'headers',
      headers.length === 0
        ? ['none besides those of the answer itself']
        : pairs(headers).map(([name, value]) => `${name}: ${value}`),
    ],
  ];
  const body = lines.map(([title, [first, ...rest]]) =>
    [
      `  ${title.padEnd(10)}  ${escapeTerminal(first!)}`,
      ...rest.map((line) => `${' '.repeat(14)}${escapeTerminal(line)}`),
    ].join('\n'),
  );
  return `${[escapeTerminal(`${request.method} ${request.url}`), ...body].join('\n')}\n`;
}

/** `{ version: 1, request, … }`, a shape that only grows. */
export function explanationJson({
  request,
  version,
  candidates,
  outcome,
  reason,
  route,
  pathValues,
  status,
  headers,
  asks,
}: Explanation): string {
  const record = (one: Route) => ({
    method: one.method,
    path: one.path,
    version: one.version,
    neutral: one.neutral,
    handler: handlerName(one),
    guards: one.guards,
    changes: one.changes.map(({ version: madeIn, title, source }) => ({
      version: madeIn,
      title,
      ...placeRecord(source),
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
    pathValues,
    asks,
    status,
    headers: pairs(headers).map(([name, value]) => ({ name, value })),
  };
  return writeJson(written);
}

/** One line per change, in the order in which an answer goes through them. */
function hops({ changes }: Route): readonly string[] {
  return changes.map(
    ({ version, previous, title, source }) =>
      `${versionTag(version)} → ${versionTag(previous)}: ${title}${source ? ` (${source.file}:${source.line})` : ''}`,
  );
}

function pairs(headers: readonly string[]): readonly (readonly [string, string])[] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!] as const] : []));
}

function describe(route: Route): string {
  const version = route.version ?? (route.neutral ? 'every version' : 'no version');
  return `${route.method} ${route.path}  ${route.version === null ? version : `version ${version}`}  ${handlerName(route)}${route.deprecation ? '  deprecated' : ''}`;
}
