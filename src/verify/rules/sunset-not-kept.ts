import { readableDate } from '../../text/date.js';
import { declaresStatus } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

/** Clocks differ, and a request takes time. */
const slackMs = 5_000;

export const sunsetNotKept: VerifyRule = {
  id: 'sunset-not-kept',
  level: 'error',
  summary: 'Where 410 is declared, an operation answers it from its sunset on, and not before.',
  find: ({ kind, operation, now, answer: { status } }) => {
    const sunset = operation.lifecycle.sunset?.iso;
    if (!sunset || kind === 'unknown-version' || kind === 'options' || kind === 'no-credentials') return [];
    if (!declaresStatus(operation, 410)) return [];
    const left = Date.parse(sunset) - now.getTime();
    const day = readableDate(sunset);
    if (status === 410 && left > slackMs) return [`it is answered with 410 before its sunset on ${day}.`];
    return status < 400 && left < -slackMs ? [`it is still answered with ${status}; its sunset was ${day}.`] : [];
  },
};
