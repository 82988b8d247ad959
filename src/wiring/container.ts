import { runWithInject, runWithoutInject } from './inject.js';
import type { Class, Constructor } from './metadata.js';
import { readModules } from './module.js';
import type { BootProblem } from '../report/boot-problem.js';
import { type Provider, provide, readProvider } from './provide.js';
import { type Injectable, injectableName } from './token.js';
import { missingProvider, providerCycle } from './wiring-problems.js';

/** Thrown by `Container.get`; carries the problem that `svc check` would show. */
export class WiringError extends Error {
  override readonly name = 'WiringError';
  constructor(readonly problem: BootProblem) {
    super(`${problem.message} ${problem.fix}`);
  }
}

interface Lifecycle {
  onInit?(): unknown;
  onShutdown?(): unknown;
}

/** Singletons of one app: constructed on demand, started in construction order, stopped in reverse. */
export class Container {
  readonly #providers: Map<Injectable, Provider>;
  readonly #values = new Map<Injectable, unknown>();
  /** What could not be constructed, so that each fault is reported once. */
  readonly #failures = new Map<Injectable, unknown>();
  readonly #constructed: unknown[] = [];
  readonly #started: Lifecycle[] = [];
  readonly #chain: Injectable[] = [];

  /** `winning` providers take precedence over those of the modules. */
  constructor(root: Class, winning: readonly (Class | Provider)[] = []) {
    this.#providers = new Map(readModules(root).providers);
    for (const entry of winning) this.add(readProvider(entry)!);
  }

  get tokens(): readonly Injectable[] {
    return [...this.#providers.keys()];
  }

  add(provider: Provider): void {
    this.#providers.set(provider.token, provider);
  }

  /** Makes a class that no module lists (a guard, a controller) resolvable. */
  admit(target: Class): void {
    if (!this.#providers.has(target)) this.add(provide(target, { useClass: target as Constructor }));
  }

  /** The value behind a token or class; throws a WiringError that names the chain. */
  get<T>(target: Injectable<T>): T {
    if (this.#values.has(target)) return this.#values.get(target) as T;
    if (this.#failures.has(target)) throw this.#failures.get(target);
    const start = this.#chain.indexOf(target);
    if (start >= 0) throw new WiringError(providerCycle([...this.#chain.slice(start), target]));
    const provider = this.#providers.get(target);
    if (!provider) throw new WiringError(missingProvider([...this.#chain, target]));
    this.#chain.push(target);
    try {
      const value = this.#create(provider);
      this.#values.set(target, value);
      if (provider.shape.kind !== 'value' && !this.#constructed.includes(value)) this.#constructed.push(value);
      return value as T;
    } catch (error) {
      this.#failures.set(target, error);
      throw error;
    } finally {
      this.#chain.pop();
    }
  }

  #create({ shape, token }: Provider): unknown {
    const resolve = (target: Injectable) => this.get(target);
    if (shape.kind === 'value') return shape.value;
    if (shape.kind === 'class') {
      const { target } = shape;
      return target !== token && this.#providers.has(target)
        ? this.get(target)
        : runWithInject(resolve, () => new target());
    }
    const dependencies = shape.inject.map(resolve);
    const value = runWithoutInject(() => shape.create(...dependencies));
    if (value instanceof Promise) {
      value.catch(() => {});
      throw new TypeError(
        `The factory of ${injectableName(token)} returned a promise. Return the object at once, and open what it needs in its onInit().`,
      );
    }
    return value;
  }

  /** Constructs every singleton; reports all wiring problems together. */
  constructAll(): readonly BootProblem[] {
    const problems = new Map<string, BootProblem>();
    for (const target of this.#providers.keys()) {
      try {
        this.get(target);
      } catch (error) {
        if (!(error instanceof WiringError)) throw error;
        problems.set(error.message, error.problem);
      }
    }
    return [...problems.values()];
  }

  /** Runs every `onInit` in construction order; when one throws, stops those already started and rethrows. */
  async start(): Promise<void> {
    for (const value of this.#constructed) {
      const instance = value as Lifecycle;
      try {
        if (typeof instance?.onInit === 'function') await instance.onInit();
      } catch (error) {
        await this.stop();
        throw error;
      }
      if (typeof instance?.onShutdown === 'function') this.#started.push(instance);
    }
  }

  /** Runs every `onShutdown` in reverse, and waits `limitMs` for them all; each gets its turn, then the first failure is thrown. */
  async stop(limitMs = Infinity): Promise<void> {
    const failures: unknown[] = [];
    const { expired, forget } = startLimit(limitMs);
    while (this.#started.length > 0) {
      const part = this.#started.pop()!;
      try {
        const stopped = await Promise.race([part.onShutdown?.(), expired]);
        if (stopped === expiry) failures.push(new Error(`${nameOf(part)} did not stop within ${limitMs} ms.`));
      } catch (error) {
        failures.push(error);
      }
    }
    forget();
    if (failures.length > 0) throw failures[0];
  }
}

const expiry = Symbol('expiry');

/** Resolves to `expiry` after a time, or never. */
function startLimit(limitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<typeof expiry>((resolve) => {
    if (limitMs !== Infinity) timer = setTimeout(() => resolve(expiry), limitMs);
  });
  return { expired, forget: () => clearTimeout(timer) };
}

function nameOf(part: Lifecycle): string {
  return (part as object).constructor?.name || 'A provider';
}
