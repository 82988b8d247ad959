import type { Concern, Finding } from '../../diff/finding.js';
import type { Result } from '../../report/result.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { type AffectedPart, useOf } from './affected-part.js';
import type { KnownConsumers } from './consumers-policy.js';
import { ageOf, describeRegistry, outdatedFiles } from './registry.js';

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
  { registry, options: { maxAge }, unknown }: KnownConsumers,
  asOf: string,
): readonly string[] {
  const { files } = registry;
  const old = outdatedFiles(registry, maxAge, asOf);
  const partial = files.filter(({ uses }) => !uses.complete);
  const names = (some: typeof files) => joinWords([...new Set(some.map(({ uses }) => uses.consumer))]);
  return [
    ...(unknown.length > 0
      ? [`Usage has seen consumers that no file names: ${joinWords(unknown)}. What they read is unknown.`]
      : []),
    ...(old.length > 0
      ? [
          `Files older than ${maxAge}, which lower nothing: ${joinWords(old.map((one) => `${one.file} (${countOf(ageOf(one, asOf), 'day')})`))}. Write them again with svc uses, and with --as-of ${asOf} where no commit is newer.`,
        ]
      : []),
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

/** `mobile 5.2, 5.3 (src/list.ts:14)` */
export const nameOfConcern = ({ consumer, releases, where }: Concern) =>
  `${[consumer, releases.join(', ')].filter(Boolean).join(' ')}${where === null ? '' : ` (${where})`}`;

const useWords: Readonly<Record<AffectedPart['use'], string>> = {
  calls: 'calls it',
  reads: 'reads it',
  lists: 'lists its values',
  sends: 'sends it',
  omits: 'leaves it out',
};
