import type { Class } from '../../wiring/metadata.js';
import { readModules } from '../../wiring/module.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { checkOptions } from './check-options.js';
import { checkPayloads, readableWebhooks } from './check-webhooks.js';
import {
  type DeclaredController,
  type Facts,
  type HandlerDeclaration,
  mergeFacts,
  readController,
} from '../declare/declaration.js';
import { accessProblems, controllerProblems, keyedStreams, pathProblems, withoutVerb } from './declaration-problems.js';
import { findConflicts } from './find-conflicts.js';
import { expandHandler } from './expand-handler.js';
import { compareRoutes, type Route } from './route.js';
import { checkChanges } from '../changes/check-changes.js';
import { familiesOf, usesOf } from '../changes/crossings.js';
import { declaredShape, operationsOf } from '../changes/operation-stage.js';
import { factsBefore } from '../changes/access-before.js';
import type { OlderOperation } from '../changes/passage.js';
import type { Binding } from './binding.js';
import { internalProblems } from './internal-problems.js';
import type { Application } from './application.js';
import type { DocumentOptions } from './document-options.js';
import type { ResponseMode, RoutingOptions, ServiceOptions } from './service-options.js';
import { type AppliedVersion, resolveVersions, versionProblems } from '../versioning/resolve-versions.js';
import type { Versions } from '../../changes/known-versions.js';
import {
  besideOlder,
  type CompiledHandler,
  isCurrent,
  notInNewest,
  type PreviewTable,
  previewTable,
} from './preview-table.js';
import { NEXT } from '../../text/version-order.js';

export interface CompileOptions extends RoutingOptions {
  /** Served beside those of the modules: the toolkit's own document and page. */
  readonly controllers?: readonly Class[];
  /** Served beside those too, and never part of the API: its metrics. */
  readonly unlisted?: readonly Class[];
  /** Whether the routes of `controllers` are part of the API. */
  readonly documents?: Pick<DocumentOptions, 'listed'>;
  /** How answers are held to their schemas. */
  readonly responses?: ResponseMode;
  readonly webhooks?: ServiceOptions['webhooks'];
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
  /** What answers behind the routes, and has a document of its own; null for nothing. */
  readonly application: Application | null;
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
  const webhooks = readableWebhooks(options);
  const schemas = [
    ...declarations.flatMap(([, declared]) => schemasOf(declared)),
    ...webhooks.map(({ payload }) => payload),
  ];
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
          expandHandler({ target, key, verb, handler, declared, listed }, versions, { ...routable, line });
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
          verb,
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
  if (optionProblems.length === 0) problems.push(...checkPayloads(webhooks, known));
  const found = previewTable(handlers, known, schemas, bindings);
  problems.push(...found.problems, ...(known ? [] : besideOlder(handlers, all)));
  const open = all.filter(({ previews }) => previews === undefined);
  return {
    routes: Object.freeze(open.filter(({ version }) => version !== NEXT)),
    next: Object.freeze(open.filter(({ version }) => version === NEXT)),
    problems: Object.freeze(problems),
    bindings,
    previews: found.table,
    application: options.application ?? null,
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
  handlers.flatMap(([, { verbs, facts }]) =>
    verbs.flatMap(({ method, path, schemas }) =>
      usesOf({ ...declaredShape(method, path, schemas, {}), ...facts.relayed }).map(({ schema }) => schema),
    ),
  );

/** What older versions of an operation asked of their callers. */
function olderFacts(target: Class, key: PropertyKey, { versioning }: RoutingOptions): readonly Facts[] {
  const versions = versioning?.versions;
  if (!versions) return [];
  return [...versions.above, ...versions.hopsBetween(versions.live, versions.names[0]!)].flatMap((hop) =>
    operationsOf(hop, target, key).map(({ before }) => factsBefore({}, before.access)),
  );
}
