import { checks } from '../../contract/diff/checks.js';
import type { Difference, MovedOperation } from './list-differences.js';

/** What to do at a place that a difference touches, in a sentence. */
export function advise(
  { finding, operation, direction, isNamed }: Difference,
  operations: ReadonlyMap<string, MovedOperation>,
  target: string,
): string {
  const { kind, action, area } = checks[finding.id];
  const { renamed } = finding;
  const moved = operation === null ? undefined : operations.get(operation);
  if (renamed) return `Use "${renamed.to}" instead of "${renamed.from}".`;
  if (moved && !moved.revision) return `Stop calling it: ${target} has no such operation.`;
  if (area === 'security') return `Send the credentials that ${target} asks for.`;
  if (direction === 'request') {
    if (kind === 'existence' && action === 'remove') return 'Stop sending it.';
    if (kind === 'existence' && action === 'add') return 'Send it.';
    if (kind === 'requiredness' && finding.id.includes('required')) return 'Always send it.';
    if (kind === 'requiredness') return 'Never send null.';
    return `Send what ${target} accepts.`;
  }
  if (direction === 'response') {
    if (kind === 'existence' && action === 'remove' && isNamed)
      return `Stop reading it: ${target} does not answer with it.`;
    if (finding.id.endsWith('became-optional')) return 'Handle answers without it.';
    if (finding.id.endsWith('became-nullable')) return 'Handle null.';
    if (kind === 'values' && action === 'add') return 'Handle this value too.';
    return `Read it as ${target} answers it.`;
  }
  return `Call it as ${target} has it.`;
}
