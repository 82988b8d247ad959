import { escapeTerminal } from '../../../text/escape.js';
import { bringTogether, distinct } from '../../diff/reporters/bring-together.js';
import { type GateIssue, operationOf, sentenceOf } from '../gate-report.js';

/** What people read of an issue: told once, however many operations of a version it concerns. */
export interface ToldIssue extends Pick<GateIssue, 'id' | 'level'> {
  readonly sentence: string;
  /** `users.ts:12`, each once; none where no declaration is known. */
  readonly places: readonly string[];
}

export function tellIssues(issues: readonly GateIssue[]): readonly ToldIssue[] {
  return bringTogether(issues, ({ id, level, message, fix, apiVersion }) => [id, level, message, fix, apiVersion]).map(
    (same) => ({
      id: same[0].id,
      level: same[0].level,
      sentence: sentenceOf(same[0], distinct(same.map(operationOf)).join(', ')),
      places: distinct(
        same.flatMap(({ file, line }) =>
          file === null ? [] : [`${escapeTerminal(file)}${line === null ? '' : `:${line}`}`],
        ),
      ),
    }),
  );
}
