import { type Injectable, injectableName } from './token.js';

type Resolve = (target: Injectable) => unknown;

let resolveCurrent: Resolve | null = null;

/** The provider's value. Call it in a field initializer or a constructor of a class that the container makes; throws elsewhere. */
export function inject<T>(target: Injectable<T>): T {
  if (!resolveCurrent) {
    throw new Error(
      `inject(${target ? injectableName(target) : ''}) was called outside construction. ` +
        'Call it in a field initializer or a constructor of a class that a module lists, and keep the value in a field.',
    );
  }
  return resolveCurrent(target) as T;
}

/** Runs `construct` with `inject()` resolved by `resolve`. */
export function runWithInject<T>(resolve: Resolve, construct: () => T): T {
  const outer = resolveCurrent;
  resolveCurrent = resolve;
  try {
    return construct();
  } finally {
    resolveCurrent = outer;
  }
}

/** Runs `action` with `inject()` disabled, so that a factory cannot resolve what its `inject` list does not name. */
export function runWithoutInject<T>(action: () => T): T {
  const outer = resolveCurrent;
  resolveCurrent = null;
  try {
    return action();
  } finally {
    resolveCurrent = outer;
  }
}
