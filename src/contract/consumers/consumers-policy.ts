import type { Finding } from '../../diff/finding.js';
import type { Level } from '../../report/level.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import { outdatedFiles, type Registry } from './registry.js';

const lower: Readonly<Record<Level, Level>> = { error: 'warning', warning: 'info', info: 'info' };

/** The consumers of an API, and what its team decides about them. */
export interface KnownConsumers {
  readonly registry: Registry;
  readonly options: ConsumersOptions;
  /** Those that usage has seen and no file names. */
  readonly unknown: readonly string[];
}

/** Whether every consumer is registered, complete and fresh, and the policy counts on that. */
export function trustsRegistry({ registry, options, unknown }: KnownConsumers, asOf: string): boolean {
  const { audience = 'public', policy, maxAge } = options;
  if (audience !== 'internal' || policy !== 'known' || registry.files.length === 0 || unknown.length > 0) return false;
  return registry.files.every(({ uses }) => uses.complete) && outdatedFiles(registry, maxAge, asOf).length === 0;
}

/** What concerns nobody, one level lower. */
export const lowerUnconcerned = (finding: Finding): Finding =>
  finding.concerns?.length === 0 ? { ...finding, level: lower[finding.level] } : finding;
