import { concernFindings } from '../../contract/consumers/concern-findings.js';
import { describeConsumers, withConsumers } from '../../contract/consumers/consumers-in-words.js';
import type { DiffOutcome } from '../../diff/diff-report.js';
import type { Finding } from '../../diff/finding.js';
import { objectAt, textAt } from '../../json/json.js';
import type { Contracts } from '../sources/contracts.js';
import type { ReadConsumers } from '../uses/consumers-option.js';
import type { SideComparison } from './compare-sides.js';

/** Whom differences concern, and what a report says of it. */
export interface ConcernedSides extends Pick<DiffOutcome, 'describe' | 'notes'> {
  readonly findings: readonly Finding[];
}

/**
 * Says of the differences between two sides which consumers of the base they concern; levels stay, since only the gate applies a policy. `api` is
 * the API that one of the sides is a version of. Throws a CommandFailure for files of another API.
 */
export function concernSides(
  { findings, pairs }: Pick<SideComparison, 'findings' | 'pairs'>,
  read: ReadConsumers,
  api: Pick<Contracts, 'consumers' | 'title'> | undefined,
  asOf: string,
): ConcernedSides {
  const [first] = pairs.flatMap(({ base, revision }) => base ?? revision ?? []);
  const title = textAt(objectAt(first?.document['info'])['title']) ?? '';
  const consumers = api
    ? read(api.consumers ?? {}, api.title)
    : read({}, title, 'compare versions, such as git:main and v2, of an API that has this name in consumers.api');
  return {
    findings: concernFindings(findings, consumers.registry, pairs),
    describe: (result, finding) => withConsumers(result, finding, consumers, asOf),
    notes: describeConsumers(consumers, asOf),
  };
}
