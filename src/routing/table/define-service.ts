import { describesLenses, type LensesDefinition } from './lenses-definition.js';
import type { ServiceDefinition } from './service-definition.js';

const brand = Symbol.for('svckit.service');

/** Marks an export file's default export; every command of `svc` reads the same one. With `lenses` and no root, it is of a process that serves nothing. */
export function defineService<const D extends ServiceDefinition | LensesDefinition>(definition: D): D {
  const isGiven = typeof definition === 'object' && definition !== null;
  if (
    !isGiven ||
    (typeof (definition as Partial<ServiceDefinition>).root !== 'function' && !describesLenses(definition))
  ) {
    throw new TypeError('defineService() takes { root: AppModule, … }, where root is a class with @Module.');
  }
  return Object.defineProperty({ ...definition }, brand, { value: true });
}
