import type { RuleDescription } from '../../report/report.js';
import { bodyRules } from './body-rules.js';
import { headerRules } from './header-rules.js';
import { lifecycleRules } from './lifecycle-rules.js';
import { methodRules } from './method-rules.js';
import { statusRules } from './status-rules.js';
import { versionRules } from './version-rules.js';
import type { VerifyRule } from './rule.js';

/** Every rule about an answer, in the order in which they are listed. */
export const verifyRules: readonly VerifyRule[] = Object.freeze([
  ...statusRules,
  ...versionRules,
  ...lifecycleRules,
  ...bodyRules,
  ...headerRules,
  ...methodRules,
]);

/** A run that fails from warnings on does not pass where something was left open. */
export const notDecided: Omit<VerifyRule, 'find'> = {
  id: 'not-decided',
  level: 'warning',
  summary: 'Every answer can be compared with its schema.',
};

/** What a run finds beside what an answer is. */
const besideAnswers: readonly Omit<VerifyRule, 'find'>[] = [
  notDecided,
  { id: 'no-answer', level: 'error', summary: 'Every request is answered within ten seconds.' },
  { id: 'recorded-request-refused', level: 'error', summary: 'A recorded request that succeeded still does.' },
  {
    id: 'recorded-member-lost',
    level: 'error',
    summary: 'An answer has the declared members that the recorded one had.',
  },
  { id: 'answer-differs', level: 'error', summary: 'The new build answers what the old one does.' },
];

/** Every rule, as code scanning and `--list` show it. */
export const verifyRuleList: readonly RuleDescription[] = Object.freeze(
  [...verifyRules, ...besideAnswers].map(({ id, level, summary }) => ({
    id,
    level,
    summary,
    help: 'Each result shows the request that found it, as a line for a shell, and the command that repeats it.',
  })),
);
