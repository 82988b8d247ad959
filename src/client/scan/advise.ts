import { checks } from '../../diff/checks/checks.js';
import { joinWords } from '../../text/join-words.js';
import { type Difference, listNewBeside, type MovedOperation } from './list-differences.js';

/** What a piece of advice may rest on. */
export interface Knowledge {
  readonly differences: readonly Difference[];
  readonly operations: ReadonlyMap<string, MovedOperation>;
  /** `version 2` */
  readonly target: string;
}

/** What to do at a place that a difference touches, in a sentence or two. */
export function advise(difference: Difference, { differences, operations, target }: Knowledge): string {
  const { finding, operation, direction, isNamed } = difference;
  const { kind, action, area } = checks[finding.id];
  const moved = operation === null ? undefined : operations.get(operation);
  if (finding.renamed) return `Use "${finding.renamed.to}" instead of "${finding.renamed.from}".`;
  if (finding.moved) return `Call ${finding.moved.to} as ${target} declares it.`;
  if (moved && !moved.revision) return `Stop calling it: ${target} has no such operation.${listNew(moved.near)}`;
  if (area === 'security') return `Send the credentials that ${target} asks for.`;
  const isGone = kind === 'existence' && action === 'remove' && isNamed;
  const beside = isGone ? listNew(listNewBeside(difference, differences).map((name) => `"${name}"`)) : '';
  if (direction === 'request') {
    if (isGone) return `Stop sending it.${beside}`;
    if (kind === 'existence' && action === 'add') return 'Send it.';
    if (kind === 'requiredness' && finding.id.includes('required')) return 'Always send it.';
    if (kind === 'requiredness') return 'Never send null.';
    return `Send what ${target} accepts.`;
  }
  if (direction === 'response') {
    if (isGone) return `Stop reading it: ${target} does not return it.${beside}`;
    if (finding.id.endsWith('became-optional')) return 'Handle answers without it.';
    if (finding.id.endsWith('became-nullable')) return 'Handle null.';
    if (kind === 'values' && action === 'add') return 'Handle this value too.';
    return `Read it as ${target} returns it.`;
  }
  return `Call it as ${target} declares it.`;
}

function listNew(names: readonly string[]): string {
  return names.length === 0 ? '' : ` New there: ${joinWords(names)}.`;
}
