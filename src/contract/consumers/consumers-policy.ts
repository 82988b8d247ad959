import type { Finding } from '../../diff/finding.js';
import type { Level } from '../../report/level.js';
import { type ConsumersOptions, readAge } from '../../routing/table/consumers-options.js';
import { ageOf, type Registry } from './registry.js';

const lower: Readonly<Record<Level, Level>> = { error: 'warning', warning: 'info', info: 'info' };

/** Whether every registered consumer is complete and fresh, and the policy counts on that. */
export function trustsRegistry(
  { audience = 'public', policy, maxAge }: ConsumersOptions,
  registry: Registry,
  asOf: string,
): boolean {
  if (audience !== 'internal' || policy !== 'known' || registry.files.length === 0) return false;
  const days = maxAge === undefined ? null : readAge(maxAge);
  return registry.files.every((one) => one.uses.complete && (days === null || ageOf(one, asOf) <= days));
}

/** What concerns nobody, one level lower. */
export const lowerUnconcerned = (finding: Finding): Finding =>
  finding.concerns?.length === 0 ? { ...finding, level: lower[finding.level] } : finding;
