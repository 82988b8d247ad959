import { factsBefore } from '../changes/access-before.js';
import { formerAddresses } from '../changes/former-addresses.js';
import { olderOperations } from '../changes/older-operations.js';
import { declaredShape, type OperationShape } from '../changes/operation-stage.js';
import type { AppliedChange, OlderOperation } from '../changes/passage.js';
import { type DeclaredController, type HandlerDeclaration, mergeFacts, type Verb } from '../declare/declaration.js';
import type { Method } from '../declare/method.js';
import type { Versions } from '../../changes/known-versions.js';
import type { AppliedVersion } from '../versioning/resolve-versions.js';
import { versioningScheme } from '../versioning/versioning.js';
import type { Class } from '../../wiring/metadata.js';
import { injectableName } from '../../wiring/token.js';
import { joinPath } from './path.js';
import { resolveAccess } from './route-access.js';
import type { Address, Route, RouteChange } from './route.js';
import type { RoutingOptions } from './service-options.js';

/** One method and path of a handler, and where they are declared. */
export interface DeclaredVerb {
  readonly target: Class;
  readonly key: PropertyKey;
  readonly verb: Verb;
  readonly handler: HandlerDeclaration;
  readonly declared: DeclaredController;
  /** Whether its routes are part of the API. */
  readonly listed: boolean;
}

/** One route for each version that a handler is served under. */
export function expandHandler(
  { target, key, verb, handler, declared, listed }: DeclaredVerb,
  applied: readonly AppliedVersion[],
  options: RoutingOptions & { readonly line: Versions | undefined },
): ({ readonly route: Route } & Pick<OlderOperation, 'passage' | 'operations'>)[] {
  const facts = mergeFacts(declared.facts, handler.facts);
  const controller = injectableName(target);
  const method = String(key);
  const { relayed } = facts;
  const shape = declaredShape(verb.method, verb.path, verb.schemas, Object.freeze(facts.doc ?? {}));
  const own = relayed && Object.keys(relayed.ranges).length > 0 ? { ...shape, ranges: relayed.ranges } : shape;
  const { line: known } = options;
  const newest = applied.at(-1)!.version;
  const sharesPaths = versioningScheme(options.versioning)?.sharesPaths ?? false;
  const above = known?.above ?? [];
  const hops = known && newest !== null ? known.hopsBetween(newest, applied[0]!.version!) : [];
  const older = olderOperations(own, target, key, above.length === 0 ? hops : [...above, ...hops]);
  const unversioned = ({ method, path, status }: OperationShape): Address =>
    Object.freeze({ method, path: joinPath(options.prefix ?? '', declared.controller!.path, path).path, status });
  const changesOf = once(({ changes }: OlderOperation) =>
    Object.freeze(changes.map((one) => describeChange(one, unversioned))),
  );
  const pathOf = once(({ shape }: OlderOperation) =>
    once((segment: string) => joinPath(options.prefix ?? '', segment, declared.controller!.path, shape.path).path),
  );
  const tagsOf = once((doc: Route['doc']) => Object.freeze([...(doc.tags ?? [defaultTag(controller)])]));
  const accessOf = once(({ shape }: OlderOperation) => {
    const asked = factsBefore(facts, shape.accessBefore);
    return { ...resolveAccess(asked, options), throttle: asked.throttle ?? null };
  });
  const shared = {
    handler: Object.freeze({ controller, method }),
    guards: Object.freeze((facts.guards ?? []).map(injectableName)),
    idempotency: handler.facts.idempotency ?? (isSafe(verb.method) ? null : (declared.facts.idempotency ?? null)),
    hidden: facts.hidden ?? false,
    previews: Object.freeze(facts.preview ? [facts.preview.name] : []),
  };
  const isPreviewed = facts.preview !== undefined && facts.preview.promoted === null;
  const madeIn = (version: string | null) =>
    older[above.length + (known && version !== null ? known.positionOf(newest!) - known.positionOf(version) : 0)]!;
  const each = applied.flatMap((one) => madeIn(one.version).map((made) => ({ ...one, made })));
  const isMoving = each.some(({ made }) => made.changes.some(({ moves }) => moves !== null));
  const differs = each.some(({ made }) => made.changes.length > 0);
  const versioned = isMoving
    ? applied
        .toReversed()
        .flatMap(({ version }) => (version === null ? [] : madeIn(version).map((made) => ({ version, made }))))
    : [];
  return each.map(({ version, neutral, segment, made }) => {
    const { shape, passage, operations } = made;
    const { doc } = shape;
    const { access, security, throttle } = accessOf(made);
    const hasSuffix = version !== null && !sharesPaths && !relayed && !(doc.operationId && applied.length === 1);
    const route = Object.freeze<Route>({
      // Member by member: a spread makes each of many routes a dictionary.
      handler: shared.handler,
      access,
      security,
      guards: shared.guards,
      throttle,
      idempotency: shared.idempotency,
      hidden: shared.hidden,
      listed,
      method: shape.method,
      path: pathOf(made)(segment),
      version,
      neutral,
      operationId: `${doc.operationId ?? `${controller}_${method}`}${made.suffix}${hasSuffix ? `_v${version}` : ''}`,
      tags: tagsOf(doc),
      schemas: shape.schemas,
      body: shape.body,
      status: shape.status,
      responses: shape.responses,
      formerly: formerAddresses(
        made,
        versioned.slice(versioned.findLastIndex((one) => one.version === version) + 1),
        ({ shape: older }) => unversioned(older),
      ),
      changes: changesOf(made),
      ...(differs && { differs }),
      ...(isPreviewed && { previews: shared.previews }),
      ...(relayed && { relayed: passage === null ? ('bytes' as const) : ('values' as const) }),
      ...(shape.ranges && { ranges: shape.ranges }),
      deprecation: facts.deprecation ?? (known && version !== null ? known.deprecationOf(version) : null),
      doc,
      get source() {
        return verb.source();
      },
    });
    return { route, passage, operations };
  });
}

const describeChange = (
  { version, previous, change, collects, looksUp, asksOthers, moves }: AppliedChange,
  addressOf: (shape: OperationShape) => Address,
): RouteChange =>
  Object.freeze({
    version,
    previous,
    id: change.id,
    title: change.title,
    collects,
    ...(looksUp && { looksUp }),
    ...(asksOthers && { asksOthers }),
    ...(!change.listed && { listed: false }),
    ...(moves && { moves: addressOf(moves) }),
    get source() {
      return change.source();
    },
  });

/** Computes each value once: versions between which nothing changes share it. */
function once<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}

/** A key on a whole controller is for the routes that change something. */
const isSafe = (method: Method) => method === 'GET' || method === 'HEAD';

/** `Users` for UsersController and UsersV1Controller. */
function defaultTag(controller: string): string {
  return controller.replace(/(?:V\d+)?Controller(?:V\d+)?$/, '') || controller;
}
