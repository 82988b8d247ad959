import type { ServiceDefinition } from '../table/service-options.js';

const brand = Symbol.for('svckit.service');

/** Marks an export file's default export; every command of `svc` reads the same one. */
export function defineService<const D extends ServiceDefinition>(definition: D): D {
  if (typeof definition !== 'object' || definition === null || typeof definition.root !== 'function') {
    throw new TypeError('defineService() takes { root: AppModule, … }, where root is a class with @Module.');
  }
  return Object.defineProperty({ ...definition }, brand, { value: true });
}
