import type { Class } from '../../wiring/metadata.js';
import { readModules } from '../../wiring/module.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { injectableName } from '../../wiring/token.js';
import { checkOptions } from './check-options.js';
import {
  type DeclaredController,
  type Facts,
  type HandlerDeclaration,
  mergeFacts,
  readController,
  type Verb,
} from '../declare/declaration.js';
import { accessProblems, controllerProblems, keyedStreams, pathProblems, withoutVerb } from './declaration-problems.js';
import { findConflicts } from './find-conflicts.js';
import { joinPath } from './path.js';
import { resolveAccess } from './route-access.js';
import { type Address, compareRoutes, type Route, type RouteChange } from './route.js';
import { checkChanges } from '../changes/check-changes.js';
import { familiesOf, usesOf } from '../changes/crossings.js';
import { declaredShape, type OperationShape, operationsOf } from '../changes/operation-stage.js';
import { formerAddresses } from '../changes/former-addresses.js';
import { factsBefore } from '../changes/access-before.js';
import { olderOperations } from '../changes/older-operations.js';
import type { AppliedChange, OlderOperation } from '../changes/passage.js';
import type { Binding } from './binding.js';
import { internalProblems } from './internal-problems.js';
import type { DocumentOptions, ResponseMode, RoutingOptions } from './service-options.js';
import { type AppliedVersion, resolveVersions, versionProblems } from '../versioning/resolve-versions.js';
import type { Versions } from '../versioning/known-versions.js';
import { type CompiledHandler, isCurrent, notInNewest, type PreviewTable, previewTable } from './preview-table.js';
import { versioningScheme } from '../versioning/versioning.js';
import { NEXT } from '../../text/version-order.js';
import type { Method } from '../declare/method.js';

export interface CompileOptions extends RoutingOptions {
  /** Served beside those of the modules: the toolkit's own document and page. */
  readonly controllers?: readonly Class[];
  /** Served beside those too, and never part of the API: its metrics. */
  readonly unlisted?: readonly Class[];
  /** Whether the routes of `controllers` are part of the API. */
  readonly documents?: Pick<DocumentOptions, 'listed'>;
  /** How answers are held to their schemas. */
  readonly responses?: ResponseMode;
}

/** Every route of an app, or what keeps it from being served. */
export interface RouteTable {
  /** Those of the released versions, and of no version. */
  readonly routes: readonly Route[];
  /** Those of what is written and not released; empty where nothing is. */
  readonly next: readonly Route[];
  /** Everything that keeps the routes from being served. */
  readonly problems: readonly BootProblem[];
  /** Of all routes, those of previews too. */
  readonly bindings: ReadonlyMap<Route, Binding>;
  /** What requests get that name previews; null where none is declared. */
  readonly previews: PreviewTable | null;
}

/** The routes of what is not released, where requests may name it. */
export const servedNext = ({ next }: RouteTable, versioning: CompileOptions['versioning'] | false): readonly Route[] =>
  versioning && versioning.versions?.servesNext ? next : [];

/** The route table of a root module: pure, and constructs nothing. */
export function compileRoutes(root: Class, options: CompileOptions = {}): RouteTable {
  const tree = readModules(root);
  const optionProblems = checkOptions(options);
  const routable = optionProblems.length > 0 ? {} : options;
  const bindings = new Map<Route, Binding>();
  const handlers: CompiledHandler[] = [];
  const problems: BootProblem[] = [...optionProblems, ...tree.problems];

  const { controllers = [], unlisted = [] } = options;
  const isListed = (target: Class) =>
    tree.controllers.includes(target) || (options.documents?.listed === true && !unlisted.includes(target));

  const declarations = [...new Set([...tree.controllers, ...controllers, ...unlisted])].map(
    (target) => [target, readController(target)] as const,
  );
  const schemas = declarations.flatMap(([, declared]) => schemasOf(declared));
  const known = routable.versioning?.versions;
  known?.meet(schemas);
  for (const [target, declared] of declarations) {
    problems.push(...controllerProblems(target, declared));
    if (!declared.controller) continue;
    const listed = isListed(target);
    for (const [key, handler] of declared.handlers) {
      if (handler.verbs.length === 0) problems.push(withoutVerb(target, key, declared));
      const facts = mergeFacts(declared.facts, handler.facts);
      for (const verb of handler.verbs) {
        const found = versionProblems(
          target,
          key,
          verb,
          versionOf(declared, handler),
          routable.versioning,
          optionProblems.length > 0,
        );
        problems.push(...found, ...pathProblems(target, key, verb, declared));
        if (optionProblems.length === 0)
          for (const asked of [facts, ...olderFacts(target, key, routable)])
            problems.push(...accessProblems(target, key, verb, asked, routable));
        if (found.length > 0) continue;
        const applied = appliedVersions(declared, handler, facts, routable);
        if (applied.length === 0) {
          problems.push(notInNewest(target, key, verb, facts.preview!));
          continue;
        }
        const serve = (versions: readonly AppliedVersion[], line: Versions | undefined) =>
          expand(target, key, verb, handler, declared, { ...routable, line }, versions, listed);
        const bind = ({ passage, operations }: Pick<OlderOperation, 'passage' | 'operations'>): Binding => ({
          target,
          key,
          guards: facts.guards ?? [],
          passage,
          operations,
        });
        const served = serve(applied, known);
        handlers.push({
          own: declaredShape(verb.method, verb.path, verb.schemas, {}),
          target,
          key,
          terms: facts.preview ?? null,
          routes: served.map(({ route }) => route),
          having: (line) =>
            serve(
              applied.filter(({ version }) => isCurrent(version, known)),
              line,
            ).map((one) => ({ route: one.route, binding: bind(one) })),
        });
        problems.push(...keyedStreams(served.map(({ route }) => route)));
        for (const one of served) {
          bindings.set(one.route, bind(one));
        }
      }
    }
  }

  const all = [...bindings.keys()].sort(compareRoutes);
  problems.push(...findConflicts(all, routable.versioning));
  problems.push(...internalProblems(all, options.responses));
  if (known) problems.push(...checkChanges(known, all, familiesOf(known, all, bindings), bindings));
  const found = previewTable(handlers, known, schemas, bindings);
  problems.push(...found.problems);
  const open = all.filter(({ previews }) => previews === undefined);
  return {
    routes: Object.freeze(open.filter(({ version }) => version !== NEXT)),
    next: Object.freeze(open.filter(({ version }) => version === NEXT)),
    problems: Object.freeze(problems),
    bindings,
    previews: found.table,
  };
}

/** The versions of a handler; a preview stands beside the newest and what is not released. */
function appliedVersions(
  declared: DeclaredController,
  handler: HandlerDeclaration,
  { preview }: Facts,
  options: RoutingOptions,
): readonly AppliedVersion[] {
  const applied = resolveVersions(versionOf(declared, handler), options);
  if (preview === undefined || preview.promoted !== null) return applied;
  return applied.filter(({ version }) => isCurrent(version, options.versioning?.versions));
}

const versionOf = (declared: DeclaredController, handler: HandlerDeclaration) =>
  handler.facts.version ?? declared.facts.version;

/** The schemas of the requests and answers of all handlers. */
const schemasOf = ({ handlers }: DeclaredController): readonly unknown[] =>
  handlers
    .flatMap(([, { verbs }]) => verbs)
    .flatMap(({ method, path, schemas }) =>
      usesOf(declaredShape(method, path, schemas, {})).map(({ schema }) => schema),
    );

/** What older versions of an operation asked of their callers. */
function olderFacts(target: Class, key: PropertyKey, { versioning }: RoutingOptions): readonly Facts[] {
  const versions = versioning?.versions;
  if (!versions) return [];
  return [...versions.above, ...versions.hopsBetween(versions.live, versions.names[0]!)].flatMap((hop) =>
    operationsOf(hop, target, key).map(({ before }) => factsBefore({}, before.access)),
  );
}

/** One route for each version that a handler is served under. */
function expand(
  target: Class,
  key: PropertyKey,
  verb: Verb,
  handler: HandlerDeclaration,
  declared: DeclaredController,
  options: RoutingOptions & { readonly line: Versions | undefined },
  applied: readonly AppliedVersion[],
  listed: boolean,
): ({ readonly route: Route } & Pick<OlderOperation, 'passage' | 'operations'>)[] {
  const facts = mergeFacts(declared.facts, handler.facts);
  const controller = injectableName(target);
  const method = String(key);
  const own = declaredShape(verb.method, verb.path, verb.schemas, Object.freeze(facts.doc ?? {}));
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
  const versioned = isMoving
    ? applied
        .toReversed()
        .flatMap(({ version }) => (version === null ? [] : madeIn(version).map((made) => ({ version, made }))))
    : [];
  return each.map(({ version, neutral, segment, made }) => {
    const { shape, passage, operations } = made;
    const { doc } = shape;
    const { access, security, throttle } = accessOf(made);
    const hasSuffix = version !== null && !sharesPaths && !(doc.operationId && applied.length === 1);
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
      ...(isPreviewed && { previews: shared.previews }),
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
  { version, previous, change, collects, looksUp, moves }: AppliedChange,
  addressOf: (shape: OperationShape) => Address,
): RouteChange =>
  Object.freeze({
    version,
    previous,
    title: change.title,
    collects,
    ...(looksUp && { looksUp }),
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
