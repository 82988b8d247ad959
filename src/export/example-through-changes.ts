import type { Passage } from '../routing/changes/passage.js';
import type { Calls } from '../routing/changes/operation-call.js';
import { responseDetail } from '../routing/table/responses.js';
import type { ListedRoute, Route } from '../routing/table/route.js';
import { servedVersions } from '../routing/versioning/versions.js';
import { projectionOf } from '../schema/project.js';
import type { Schema } from '../schema/standard-schema.js';

/** An operation in a version. */
export interface VersionedOperation {
  readonly version: string | null;
  readonly method: string;
  readonly path: string;
}

/** What the changes of an API make of examples. */
export interface ExamplesThroughChanges {
  /** The version whose answers the changes take down to both operations; null where two handlers, or a look-up, make them. */
  readonly answeredBy: (from: VersionedOperation, to: VersionedOperation) => VersionedOperation | null;
  /** What a client of an operation gets for an answer of its handler; undefined where the changes do not take the example. */
  readonly answer: (operation: VersionedOperation, body: unknown) => unknown;
  /** What the body of a request becomes on its way to the handler, where that is what `to` takes; undefined for anything else. */
  readonly request: (from: VersionedOperation, to: VersionedOperation, body: unknown) => unknown;
}

/** Takes examples through the changes that serve older versions. */
export function examplesThroughChanges(
  routes: readonly Route[],
  passageOf: (route: Route) => Passage | null,
): ExamplesThroughChanges {
  const known = new Map(routes.map((route) => [nameOf(route), route]));
  const find = (operation: VersionedOperation) => known.get(nameOf(operation));
  const newest = newestByHandler(routes);
  return {
    answeredBy(from, to) {
      const [older, newer] = [find(from), find(to)];
      if (!older || !newer || !isSameHandler(older, newer)) return null;
      if ([older, newer].some((route) => (passageOf(route)?.lookUps.length ?? 0) > 0)) return null;
      return newest(newer);
    },
    answer(operation, body) {
      const route = find(operation);
      if (!route) return undefined;
      const passage = passageOf(route);
      return attempt(() => {
        const answer = { status: passage?.status ?? route.status, headers: {}, body };
        const lowered = passage?.down ? passage.down(answer, callsOf(route)) : answer;
        const { schema } = responseDetail(route.responses[route.status] ?? null);
        return asJson(held(schema, lowered.body));
      });
    },
    request(from, to, body) {
      const [older, newer] = [find(from), find(to)];
      if (!older || !newer || !isSameHandler(older, newer) || passageOf(newer) !== null) return undefined;
      const passage = passageOf(older);
      if (!passage || passage.lookUps.length > 0) return undefined;
      const parts = { params: {}, query: {}, headers: {}, cookies: {}, body };
      return attempt(() => asJson(passage.up ? passage.up(parts, callsOf(older)).body : body));
    },
  };
}

/** Finds the newest route with the handler of another one. */
function newestByHandler(routes: readonly Route[]): (route: Route) => Route {
  const order = new Map(servedVersions(routes).map((version, index) => [version, index]));
  const positionOf = ({ version }: Route) => (version === null ? -1 : (order.get(version) ?? -1));
  const known = new Map<unknown, Map<unknown, Route>>();
  const ofController = ({ handler }: Route) => {
    const own = known.get(handler?.controller) ?? new Map<unknown, Route>();
    known.set(handler?.controller, own);
    return own;
  };
  for (const route of routes) {
    const own = ofController(route);
    const best = own.get(route.handler?.method);
    if (!best || positionOf(route) > positionOf(best)) own.set(route.handler?.method, route);
  }
  return (route) => ofController(route).get(route.handler?.method) ?? route;
}

const nameOf = ({ version, method, path }: VersionedOperation) => `${version} ${method} ${path}`;

const isSameHandler = ({ handler }: Pick<ListedRoute, 'handler'>, other: Pick<ListedRoute, 'handler'>) =>
  handler === other.handler ||
  (handler?.controller === other.handler?.controller && handler?.method === other.handler?.method);

const held = (schema: Schema | undefined, value: unknown) =>
  schema === undefined ? value : (projectionOf(schema)?.(value) ?? value);

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** The call that a change sees with an example: nobody's. */
const callsOf = ({ method, path, version }: Route): Calls => ({
  of: () => ({ request: { method, url: path, headers: {} }, caller: null, version, context: undefined }),
});

/** An example is JSON, and a handler may answer with more: a change that needs it does not take the example. */
function attempt(convert: () => unknown): unknown {
  try {
    return convert();
  } catch {
    return undefined;
  }
}
