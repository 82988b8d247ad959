import type { RuleDescription } from '../../report/report.js';
import { bodyEndless } from './body-endless.js';
import { bodyMismatch } from './body-mismatch.js';
import { bodyMissing } from './body-missing.js';
import { bodyUnreadable } from './body-unreadable.js';
import { brownoutNotKept } from './brownout-not-kept.js';
import { credentialsIgnored } from './credentials-ignored.js';
import { defaultVersionRefused } from './default-version-refused.js';
import { headDiffers } from './head-differs.js';
import { headerInvalid } from './header-invalid.js';
import { headerMissing } from './header-missing.js';
import { invalidAccepted } from './invalid-accepted.js';
import { lifecycleHeaderWrong } from './lifecycle-header-wrong.js';
import { mediaTypeUndeclared } from './media-type-undeclared.js';
import { memberUndeclared } from './member-undeclared.js';
import { optionsIncomplete } from './options-incomplete.js';
import { refusalVersionsWrong } from './refusal-versions-wrong.js';
import { retirementIncomplete } from './retirement-incomplete.js';
import type { VerifyRule } from './rule.js';
import { serverError } from './server-error.js';
import { statusUndeclared } from './status-undeclared.js';
import { sunsetNotKept } from './sunset-not-kept.js';
import { unknownVersionAccepted } from './unknown-version-accepted.js';
import { validRefused } from './valid-refused.js';
import { varyMissing } from './vary-missing.js';
import { versionEchoWrong } from './version-echo-wrong.js';
import { versionMixedUp } from './version-mixed-up.js';
import { versionNotRequired } from './version-not-required.js';

/** Every rule about an answer, in the order in which they are listed. */
export const verifyRules: readonly VerifyRule[] = Object.freeze([
  serverError,
  statusUndeclared,
  validRefused,
  invalidAccepted,
  unknownVersionAccepted,
  versionNotRequired,
  defaultVersionRefused,
  refusalVersionsWrong,
  credentialsIgnored,
  sunsetNotKept,
  brownoutNotKept,
  retirementIncomplete,
  versionMixedUp,
  bodyMismatch,
  memberUndeclared,
  bodyMissing,
  bodyUnreadable,
  bodyEndless,
  mediaTypeUndeclared,
  varyMissing,
  versionEchoWrong,
  lifecycleHeaderWrong,
  headerMissing,
  headerInvalid,
  headDiffers,
  optionsIncomplete,
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
