import { handlerName, type Route } from '../../routing/table/route.js';
import type { OperationContext } from './document-settings.js';
import { listOf, readableDate } from './words.js';

/** The description of an operation (CommonMark): the declared one, and what a caller has to know beside it. */
export function describeOperation(route: Route, context: OperationContext): string {
  const { doc, method, path, version } = route;
  const where = `\`${method} ${path}\`${version === null ? '' : ` in version ${version}`}`;
  const own = doc.description ?? `${where}, answered by \`${handlerName(route)}\`.`;
  return [own, ...deprecationText(route, context), ...accessText(route), ...throttleText(route, context)].join('\n\n');
}

function deprecationText(route: Route, { successorOf }: OperationContext): string[] {
  const { deprecation, doc } = route;
  if (!deprecation && !doc.deprecated) return [];
  const successor = successorOf(route);
  const sentences = [
    deprecation ? `**Deprecated** since ${readableDate(deprecation.since)}.` : '**Deprecated.**',
    ...(deprecation?.sunset ? [`It goes away on ${readableDate(deprecation.sunset)}.`] : []),
    ...(successor ? [`Use \`${successor.method} ${successor.path}\` in version ${successor.version} instead.`] : []),
    ...(deprecation?.link ? [`[About this deprecation](${deprecation.link}).`] : []),
  ];
  return [sentences.join(' ')];
}

function accessText({ access }: Route): string[] {
  if (access.kind !== 'roles') return [];
  const roles = access.roles.map((role) => `\`${role}\``);
  return [roles.length === 1 ? `Needs the role ${roles[0]}.` : `Needs one of the roles ${listOf(roles)}.`];
}

function throttleText({ throttle }: Route, { settings }: OperationContext): string[] {
  const policy = throttle ?? settings.throttle;
  if (policy === 'skip' || !policy?.limit || !policy.windowSeconds) return [];
  return [`At most ${policy.limit} requests in ${policy.windowSeconds} seconds.`];
}
