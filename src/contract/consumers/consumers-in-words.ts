import type { Concern, Finding } from '../../diff/finding.js';
import type { Result } from '../../report/result.js';
import { joinWords } from '../../text/join-words.js';
import { readAge } from '../../routing/table/consumers-options.js';
import { type AffectedPart, useOf } from './affected-part.js';
import type { KnownConsumers } from './consumers-policy.js';
import { ageOf, describeRegistry } from './registry.js';

/** A result with whom it concerns, for people and for programs. */
export function withConsumers(
  result: Result,
  { concerns, id }: Finding,
  consumers: KnownConsumers | undefined,
  asOf: string,
): Result {
  if (!consumers || !concerns) return result;
  const text =
    concerns.length > 0
      ? concernWords(concerns)
      : `no known consumer ${useWords[useOf(id)]} (${describeRegistry(consumers.registry, asOf)})`;
  return {
    ...result,
    details: [['consumers', text], ...(result.details ?? [])],
    more: { ...result.more, consumers: concerns },
  };
}

/** What the reader should know of the consumers: who has no file, and whose file is old or incomplete. */
export function describeConsumers(
  { registry: { files }, options: { maxAge }, unknown }: KnownConsumers,
  asOf: string,
): readonly string[] {
  const days = maxAge === undefined ? null : readAge(maxAge);
  const old = days === null ? [] : files.filter((one) => ageOf(one, asOf) > days);
  const partial = files.filter(({ uses }) => !uses.complete);
  const names = (some: typeof files) => joinWords([...new Set(some.map(({ uses }) => uses.consumer))]);
  return [
    ...(unknown.length > 0
      ? [`Usage has seen consumers that no file names: ${joinWords(unknown)}. What they read is unknown.`]
      : []),
    ...(old.length > 0 ? [`Files older than ${maxAge}: ${names(old)}. Run svc uses in their repositories.`] : []),
    ...(partial.length > 0 ? [`Files that do not list all that their consumers use: ${names(partial)}.`] : []),
  ];
}

/** `breaks shop-web (src/list.ts:14) and mobile 5.2, 5.3` */
function concernWords(concerns: readonly Concern[]): string {
  const [certain, others] = [true, false].map((wanted) => concerns.filter(({ isCertain }) => isCertain === wanted));
  const parts = [
    certain!.length > 0 ? `breaks ${joinWords(certain!.map(nameOfConcern), 'and')}` : '',
    others!.length > 0 ? `may break ${joinWords(others!.map(nameOfConcern), 'and')}, which calls it` : '',
  ];
  return parts.filter(Boolean).join('; ');
}

/** `mobile 5.2, 5.3`, `shop-web (src/list.ts:14)` */
export const nameOfConcern = ({ consumer, releases, where }: Concern) =>
  releases.length > 0 ? `${consumer} ${releases.join(', ')}` : where === null ? consumer : `${consumer} (${where})`;

const useWords: Readonly<Record<AffectedPart['use'], string>> = {
  calls: 'calls it',
  reads: 'reads it',
  lists: 'lists its values',
  sends: 'sends it',
  omits: 'leaves it out',
};
