import {
  type Class,
  type Decorated,
  ownRecord,
  readDecorated,
  readMetadataChain,
  readOwnMetadata,
} from '../../wiring/metadata.js';
import { captureSource, type SourceReader } from '../../report/load-session.js';
import type { ApiDocOptions, IdempotencyPolicy, ThrottlePolicy } from './route-facts.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { type AccessFacts, combineAccess, overrideAccess } from './access-facts.js';
import type { RouteSchemas } from './route-schemas.js';
import type { DeclaredVersion } from './version.js';
import type { Method } from './method.js';
import type { GuardClass } from './guard.js';
import type { PreviewTerms } from '../previews/preview-terms.js';
import type { ResponseEntry } from './response-entry.js';

/** What the decorators of a handler or a whole controller declare. */
export interface Facts extends AccessFacts {
  readonly version?: DeclaredVersion;
  readonly deprecation?: Deprecation;
  readonly guards?: readonly GuardClass[];
  readonly throttle?: ThrottlePolicy | 'skip';
  readonly idempotency?: IdempotencyPolicy;
  readonly doc?: ApiDocOptions;
  readonly hidden?: true;
  readonly preview?: PreviewTerms;
  /** An application behind the service answers. */
  readonly relayed?: Relayed;
}

export interface Relayed {
  /** Declared answers of statuses that the application's document gives together: `4XX`, `default`. */
  readonly ranges: Readonly<Record<string, ResponseEntry>>;
}

export interface Verb {
  readonly method: Method;
  readonly path: string;
  readonly schemas: RouteSchemas;
  readonly source: SourceReader;
}

export interface HandlerDeclaration {
  readonly verbs: readonly Verb[];
  readonly facts: Facts;
}

export interface ControllerDeclaration {
  readonly path: string;
  readonly source: SourceReader;
}

type Handlers = Record<PropertyKey, HandlerDeclaration>;

const controllerKey = Symbol.for('svckit.controller');
const factsKey = Symbol.for('svckit.facts');
const handlersKey = Symbol.for('svckit.handlers');

/** Decorates a class or a method; the second form is that of `experimentalDecorators`. */
export interface FactsDecorator {
  (target: unknown, context: ClassMethodDecoratorContext | ClassDecoratorContext): void;
  (target: object, name?: string | symbol, descriptor?: object): void;
}

/** A decorator that adds facts to a class or to a method. */
export function declareFacts(facts: Facts): FactsDecorator {
  const source = captureSource();
  const combine = (upper: Facts, lower: Facts) => joinFacts(upper, lower, combineAccess(upper, lower, source));
  return (target: unknown, given?: unknown): void => {
    const decorated = readDecorated(target, given);
    const { kind, metadata } = decorated;
    if (kind === 'class')
      Object.assign(ownRecord<Facts>(metadata, factsKey), combine(facts, ownRecord<Facts>(metadata, factsKey)));
    else updateHandler(decorated, ({ verbs, facts: other }) => ({ verbs, facts: combine(facts, other) }));
  };
}

/** Throws when a decorator without arguments is written without its parentheses: it would replace the method. */
export function requireParentheses(name: string, given: readonly unknown[]): void {
  if (given.length > 0) throw new TypeError(`@${name} is written without its parentheses. Write @${name}().`);
}

export function declareVerb(
  method: Method,
  path: string,
  schemas: RouteSchemas,
  decorated: Decorated,
  source: SourceReader,
): void {
  updateHandler(decorated, ({ verbs, facts }) => ({ verbs: [{ method, path, schemas, source }, ...verbs], facts }));
}

export function declareController(declaration: ControllerDeclaration, { metadata }: Decorated): void {
  metadata[controllerKey] = Object.freeze(declaration);
}

function updateHandler(
  { name, isStatic, isPrivate, metadata }: Decorated,
  update: (handler: HandlerDeclaration) => HandlerDeclaration,
): void {
  if (isPrivate || isStatic)
    throw new TypeError(`${String(name)} cannot be a handler: it is ${isPrivate ? 'private' : 'static'}.`);
  const handlers = ownRecord<Handlers>(metadata, handlersKey);
  handlers[name] = Object.freeze(update(Object.hasOwn(handlers, name) ? handlers[name]! : { verbs: [], facts: {} }));
}

/** A handler's facts over its controller's: `inner` wins, except that guards add up, `outer` first. */
export function mergeFacts(outer: Facts, inner: Facts = {}): Facts {
  return joinFacts(outer, inner, overrideAccess(outer, inner));
}

function joinFacts(outer: Facts, inner: Facts, access: AccessFacts): Facts {
  const guards = [...(outer.guards ?? []), ...(inner.guards ?? [])];
  const { access: _outer, security: _outerSecurity, ...beside } = outer;
  const { access: _inner, security: _innerSecurity, ...own } = inner;
  return {
    ...beside,
    ...own,
    ...access,
    ...(guards.length > 0 && { guards }),
    ...((outer.doc ?? inner.doc) && { doc: { ...outer.doc, ...inner.doc } }),
  };
}

export interface DeclaredController {
  readonly controller: ControllerDeclaration | undefined;
  readonly facts: Facts;
  readonly handlers: readonly (readonly [key: PropertyKey, HandlerDeclaration])[];
}

/** A class's declarations, merged over those of its superclasses. */
export function readController(target: Class): DeclaredController {
  return {
    controller: readOwnMetadata<ControllerDeclaration>(target, controllerKey),
    facts: readMetadataChain<Facts>(target, factsKey).reduce((outer, inner) => mergeFacts(outer, inner), {}),
    handlers: [...readMetadataChain<Handlers>(target, handlersKey).reduce(overrideHandlers, new Map()).entries()],
  };
}

/** An override that declares a verb replaces the inherited handler; one that does not keeps the inherited verbs. */
function overrideHandlers(
  inherited: Map<PropertyKey, HandlerDeclaration>,
  own: Handlers,
): Map<PropertyKey, HandlerDeclaration> {
  for (const key of Reflect.ownKeys(own)) {
    const handler = own[key]!;
    const base = handler.verbs.length === 0 ? inherited.get(key) : undefined;
    inherited.set(key, base ? { verbs: base.verbs, facts: mergeFacts(base.facts, handler.facts) } : handler);
  }
  return inherited;
}
