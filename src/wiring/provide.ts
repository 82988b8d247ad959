import type { Constructor } from './metadata.js';
import { type Injectable, injectableName, isClass, isToken } from './token.js';

const brand = Symbol.for('svckit.provider');

type Resolved<D extends readonly Injectable[]> = { [K in keyof D]: D[K] extends Injectable<infer T> ? T : never };

/** Where a provider's value comes from: exactly one of the three. */
export type ProviderShape<T, D extends readonly Injectable[] = readonly Injectable[]> =
  | { readonly useValue: T }
  | { readonly useClass: Constructor<T> }
  | { readonly useFactory: (...dependencies: Resolved<D>) => T; readonly inject?: readonly [...D] };

/** A token or class, and where its value comes from; made by `provide()`. */
export interface Provider {
  readonly [brand]: true;
  readonly token: Injectable;
  readonly shape:
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'class'; readonly target: Constructor }
    | {
        readonly kind: 'factory';
        /** Called once, with what `inject` lists. */
        readonly create: (...dependencies: unknown[]) => unknown;
        readonly inject: readonly Injectable[];
      };
}

/** Defines what `inject(target)` returns; throws a TypeError when the shape is none of the three. */
export function provide<T, const D extends readonly Injectable[] = []>(
  target: Injectable<T>,
  shape: ProviderShape<T, D>,
): Provider {
  if (!isToken(target) && typeof target !== 'function') {
    throw new TypeError('provide() takes a token or a class first: provide(CLOCK, { useValue: Date.now }).');
  }
  return Object.freeze({
    [brand]: true as const,
    token: target,
    shape: readShape(target, shape as ProviderShape<unknown>),
  });
}

function readShape(target: Injectable, shape: ProviderShape<unknown>): Provider['shape'] {
  const given = ['useValue', 'useClass', 'useFactory'].filter((key) => Object.hasOwn(shape ?? {}, key));
  if (given.length === 1) {
    if ('useValue' in shape) return { kind: 'value', value: shape.useValue };
    if ('useClass' in shape && typeof shape.useClass === 'function') return { kind: 'class', target: shape.useClass };
    if ('useFactory' in shape && typeof shape.useFactory === 'function') {
      return { kind: 'factory', create: shape.useFactory as () => unknown, inject: shape.inject ?? [] };
    }
  }
  const name = injectableName(target);
  throw new TypeError(
    `provide(${name}, …) needs exactly one of useValue, useClass or useFactory; it has ${given.join(' and ') || 'none'}.`,
  );
}

/** A bare class in a providers list is short for a provider of that class. */
export function readProvider(entry: unknown): Provider | null {
  if (typeof entry === 'object' && entry !== null && brand in entry) return entry as Provider;
  if (!isClass(entry)) return null;
  return { [brand]: true, token: entry, shape: { kind: 'class', target: entry as Constructor } };
}
