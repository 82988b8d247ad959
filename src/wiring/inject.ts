import { type Injectable, injectableName } from './token.js';

type Resolve = (target: Injectable) => unknown;

/** Shared by the copies of svckit in a process: a class may call the `inject` of another copy than the container's. */
const key = Symbol.for('svckit.inject');
const holder = globalThis as { [key]?: Resolve | null };

/** The provider's value. Call it in a field initializer or a constructor of a class that the container makes; throws elsewhere. */
export function inject<T>(target: Injectable<T>): T {
  const resolve = holder[key];
  if (!resolve) {
    throw new Error(
      `inject(${target ? injectableName(target) : ''}) was called outside construction. ` +
        'Call it in a field initializer or a constructor of a class that a module lists, and keep the value in a field.',
    );
  }
  return resolve(target) as T;
}

/** Runs `construct` with `inject()` resolved by `resolve`. */
export function runWithInject<T>(resolve: Resolve, construct: () => T): T {
  const outer = holder[key] ?? null;
  holder[key] = resolve;
  try {
    return construct();
  } finally {
    holder[key] = outer;
  }
}

/** Runs `action` with `inject()` disabled, so that a factory cannot resolve what its `inject` list does not name. */
export function runWithoutInject<T>(action: () => T): T {
  const outer = holder[key] ?? null;
  holder[key] = null;
  try {
    return action();
  } finally {
    holder[key] = outer;
  }
}
