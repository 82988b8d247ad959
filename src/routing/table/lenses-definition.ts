import type { Lens } from '../../lens/known-lens.js';
import type { Severity } from '../../report/boot-problem.js';
import { Module } from '../../wiring/module.js';
import type { DocumentInfo } from './document-options.js';
import type { ServiceDefinition } from './service-definition.js';

/** The default export of a configuration for a process that serves nothing: the shapes of what it stores. */
export interface LensesDefinition {
  readonly lenses: readonly Lens[];
  readonly info?: DocumentInfo;
  /** Severity per check rule. */
  readonly checks?: Readonly<Record<string, Severity | 'off'>>;
}

@Module({})
class NoRoutes {}

/** Whether a value is meant as a definition of lenses alone. */
export const describesLenses = (value: object): value is LensesDefinition =>
  !('root' in value) && Array.isArray((value as Partial<LensesDefinition>).lenses);

/** As a service without routes, for commands. */
export const withoutRoutes = (definition: LensesDefinition): ServiceDefinition => ({ ...definition, root: NoRoutes });

/** Whether a definition may have routes. */
export const servesRoutes = ({ root }: Pick<ServiceDefinition, 'root'>): boolean => root !== NoRoutes;
