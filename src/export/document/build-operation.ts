import { throttleBudget } from '../../routing/matching/route-steps.js';
import type { Route } from '../../routing/table/route.js';
import { previewParameter, withVersionParameter } from './build-parameters.js';
import type { OperationContext } from './operation-context.js';
import { operationParts } from './operation-parts.js';
import type { Operation } from './open-api.js';
import { joinWords } from '../../text/join-words.js';
import { readableDate } from '../../text/date.js';

/** One route as an operation of a document. */
export function buildOperation(route: Route, context: OperationContext): Operation {
  const { doc, access, security, throttle, tags } = route;
  const { summary, body, responses, ...parts } = operationParts(route, context);
  const parameters = [
    ...withVersionParameter(parts.parameters, context.versionParameter(route.version)),
    ...previewParameter(route),
  ];
  return {
    operationId: route.operationId,
    summary,
    description: describeOperation(route, summary, context),
    tags,
    ...marksOf(route),
    ...(access.kind === 'roles' && { 'x-required-roles': access.roles }),
    ...(throttle && throttle !== 'skip' && { 'x-rate-limit': throttle }),
    ...(security && { security }),
    ...(doc.externalDocs && { externalDocs: doc.externalDocs }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses,
  };
}

/** What marks an operation as deprecated, previewed or moved. */
export function marksOf(route: Route) {
  const { doc, deprecation, previews, formerly } = route;
  return {
    ...((deprecation || doc.deprecated) && { deprecated: true as const }),
    ...(deprecation && { 'x-deprecated-since': deprecation.since }),
    ...(deprecation?.sunset && { 'x-sunset': deprecation.sunset }),
    ...(deprecation?.brownouts && { 'x-brownouts': deprecation.brownouts }),
    ...(previews && {
      'x-stability-level': 'beta' as const,
      'x-preview': previews.length === 1 ? previews[0]! : previews,
    }),
    ...(formerly.length > 0 && { 'x-moved-from': formerly.map((one) => describeFormer(one, route)) }),
  };
}

const describeFormer = ({ method, path, status, from, until }: Route['formerly'][number], route: Route) => ({
  operation: `${method} ${path}`,
  ...(status !== route.status && { status }),
  from,
  until,
});

/** The description of an operation (CommonMark): the declared one, then deprecation, access and rate limit. */
function describeOperation(route: Route, summary: string, context: OperationContext): string {
  const { description = `${summary.replace(/\.$/, '')}.` } = route.doc;
  return [description, ...deprecationText(route, context), ...accessText(route), ...throttleText(route, context)].join(
    '\n\n',
  );
}

function deprecationText(route: Route, { successorOf }: OperationContext): string[] {
  const { deprecation, doc } = route;
  if (!deprecation && !doc.deprecated) return [];
  const successor = successorOf(route)?.route;
  const sentences = [
    deprecation ? `**Deprecated** since ${readableDate(deprecation.since)}.` : '**Deprecated.**',
    ...(deprecation?.sunset ? [`It will be removed on ${readableDate(deprecation.sunset)}.`] : []),
    ...(successor ? [`Use \`${successor.method} ${successor.path}\` in version ${successor.version} instead.`] : []),
    ...(deprecation?.link ? [`[About this deprecation](${deprecation.link}).`] : []),
  ];
  return [sentences.join(' ')];
}

/** The description of an operation without what `deprecationText` adds to it. */
export function withoutDeprecationText(description: string): string {
  return description
    .split('\n\n')
    .filter((paragraph) => !/^\*\*Deprecated(?:\*\* since |\.\*\*)/.test(paragraph))
    .join('\n\n');
}

function accessText({ access, relayed }: Route): string[] {
  if (relayed) return [];
  if (access.kind === 'authenticated') return ['Requires a signed-in caller.'];
  if (access.kind !== 'roles') return [];
  const roles = access.roles.map((role) => `\`${role}\``);
  return [
    roles.length === 1 ? `Requires the role ${roles[0]}.` : `Requires one of the roles ${joinWords(roles, 'or')}.`,
  ];
}

function throttleText(route: Route, { settings }: OperationContext): string[] {
  const budget = throttleBudget(route, settings);
  return budget ? [`At most ${budget.limit} requests in ${budget.windowSeconds} seconds.`] : [];
}
