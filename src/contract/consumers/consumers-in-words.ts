import type { Concern, Finding } from '../../diff/finding.js';
import { joinConcerns } from '../../diff/causes/join-versions.js';
import { checks } from '../../diff/checks/checks.js';
import type { Result } from '../../report/result.js';
import { joinWords } from '../../text/join-words.js';
import { type ConsumersOptions, readAge } from '../../routing/table/consumers-options.js';
import { ageOf, describeRegistry, type Registry } from './registry.js';

/** A result with whom it concerns, for people and for programs. */
export function withConsumers(result: Result, { concerns, id }: Finding, registry: Registry, asOf: string): Result {
  if (!concerns) return result;
  const text =
    concerns.length > 0
      ? concernWords(concerns)
      : `no known consumer ${verbOf(id)} it (${describeRegistry(registry, asOf)})`;
  return {
    ...result,
    details: [['consumers', text], ...(result.details ?? [])],
    more: { ...result.more, consumers: concerns },
  };
}

/** What the reader should know of the consumers: who has no file, and whose file is old or incomplete. */
export function describeConsumers(
  { files }: Registry,
  { maxAge }: ConsumersOptions,
  unknown: readonly string[],
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
    certain!.length > 0 ? `breaks ${joinWords(certain!.map(nameOf), 'and')}` : '',
    others!.length > 0 ? `may break ${joinWords(others!.map(nameOf), 'and')}, which calls it` : '',
  ];
  return parts.filter(Boolean).join('; ');
}

const nameOf = ({ consumer, releases, where }: Concern) =>
  releases.length > 0 ? `${consumer} ${releases.join(', ')}` : where === null ? consumer : `${consumer} (${where})`;

const verbOf = (id: Finding['id']) => ({ request: 'sends', response: 'reads', none: 'calls' })[checks[id].direction];

/** Who uses a version, each with a place in its code or its releases: `shop-web (src/list.ts:14)`. */
export function usersOfVersion({ files }: Registry, version: string): readonly string[] {
  const users = files
    .filter(({ uses }) => uses.version === version && uses.operations.length > 0)
    .map(
      ({ uses }): Concern => ({
        consumer: uses.consumer,
        releases: uses.releases.map(({ name }) => name),
        where: uses.operations.find(({ where }) => where !== undefined)?.where ?? null,
        isCertain: true,
      }),
    );
  return joinConcerns(users).map(nameOf);
}
