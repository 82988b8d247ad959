import type { Class } from '../../wiring/metadata.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { injectableName } from '../../wiring/token.js';
import type { DeclaredController, Facts, Verb } from '../declare/declaration.js';
import { joinPath } from './path.js';
import { handlerName, type Route } from './route.js';
import { securityProblems } from './route-access.js';
import type { RoutingOptions } from './service-options.js';

export function controllerProblems(target: Class, { controller, handlers }: DeclaredController): BootProblem[] {
  const name = injectableName(target);
  if (controller) return [];
  const source = handlers[0]?.[1].verbs[0]?.source() ?? null;
  return [
    problem(
      'not-a-controller',
      `${name} is listed under controllers but has no @Controller.`,
      `Put @Controller('path') on ${name}.`,
      { source },
    ),
  ];
}

/** Suggests percent-encoding for plain text in another alphabet. */
function suggestSegment(segment: string): string {
  const rule =
    'A segment is plain text, one :name, or text with parameters in braces such as {name}.{ext}. Wildcards, optional parts and expressions are not supported.';
  return /^[\p{L}\p{M}\p{N} _-]+$/u.test(segment) ? `Write it percent-encoded: ${encodeURIComponent(segment)}.` : rule;
}

export function withoutVerb(target: Class, key: PropertyKey, { controller }: DeclaredController): BootProblem {
  const handler = handlerName({ handler: { controller: injectableName(target), method: String(key) } });
  const source = controller?.source() ?? null;
  return problem(
    'handler-without-verb',
    `${handler}() is decorated but has no verb, so it serves nothing.`,
    'Add @Get() or another verb, or remove the decorators.',
    { source, handler },
  );
}

export function accessProblems(
  target: Class,
  key: PropertyKey,
  verb: Verb,
  facts: Facts,
  options: RoutingOptions,
): readonly BootProblem[] {
  const handler = handlerName({ handler: { controller: injectableName(target), method: String(key) } });
  return securityProblems(facts, options, placeOf(handler, verb));
}

/** Reading a source takes long, and few declarations have a problem. */
const placeOf = (handler: string, verb: Verb) => ({
  handler,
  get source() {
    return verb.source();
  },
});

export function pathProblems(
  target: Class,
  key: PropertyKey,
  verb: Verb,
  { controller }: DeclaredController,
): BootProblem[] {
  const handler = handlerName({ handler: { controller: injectableName(target), method: String(key) } });
  return pathFaults(`${handler}()`, controller?.path ?? '', verb.path, placeOf(handler, verb));
}

/** What is wrong with a path below that of a controller; `owner` starts the sentences. */
export function pathFaults(
  owner: string,
  controller: string,
  path: string,
  place: Pick<BootProblem, 'source' | 'handler'>,
): BootProblem[] {
  const { invalid, parameters } = joinPath(controller, path);
  const twice = parameters.find((name, index) => parameters.indexOf(name) !== index);
  const found = [
    ...invalid.map((segment) => [`${owner} has the path segment "${segment}".`, suggestSegment(segment)] as const),
    ...(twice
      ? [[`${owner} has the parameter :${twice} twice.`, 'Give each parameter a name of its own.'] as const]
      : []),
  ];
  return found.map(([message, fix]) => problem('invalid-path', message, fix, place));
}

/** Repeated requests are compared by their bodies, which are gone where the handler reads them as they come. */
export function keyedStreams(routes: readonly Route[]): readonly BootProblem[] {
  const route = routes.find(({ idempotency, body }) => idempotency !== null && isStreamed(body));
  if (!route) return [];
  const handler = handlerName(route);
  return [
    problem(
      'invalid-idempotency',
      `${handler}() is @Idempotent, and its handler reads the body while it arrives, so repeated requests cannot be compared.`,
      'Remove @Idempotent, or take the body as a whole: multipart without a streamed file, or JSON.',
      { source: route.source, handler },
    ),
  ];
}

const isStreamed = (body: Route['body']) =>
  body?.kind === 'ndjson' || (body?.kind === 'multipart' && Object.values(body.files).some(({ stream }) => stream));
