import { isObject } from '../../json/json.js';
import { readableTime } from '../../text/date.js';
import type { Reading } from '../exchange.js';
import type { VerifyRule } from './rule.js';

/** Clocks differ, and a request takes time. */
const slackMs = 5_000;

export const brownoutNotKept: VerifyRule = {
  id: 'brownout-not-kept',
  level: 'error',
  summary: 'An operation answers 503 in its brownouts, and says api-version-brownout at no other time.',
  find: (reading) => {
    const { kind, operation, now, answer } = reading;
    const { brownouts } = operation.lifecycle;
    if (brownouts.length === 0 || kind === 'unknown-version' || kind === 'options' || kind === 'no-credentials')
      return [];
    const time = now.getTime();
    const isWithin =
      (slack: number) =>
      ({ from, to }: { readonly from: string; readonly to: string }) =>
        Date.parse(from) + slack <= time && time < Date.parse(to) - slack;
    const running = brownouts.find(isWithin(slackMs));
    if (running && answer.status < 400)
      return [`it is answered with ${answer.status} in its brownout until ${readableTime(running.to)}.`];
    return isBrownout(reading) && !brownouts.some(isWithin(-slackMs))
      ? ['it answers as in a brownout, and none was announced for this time.']
      : [];
  },
};

const isBrownout = ({ answer: { status }, body }: Reading) =>
  status === 503 && body.kind === 'json' && isObject(body.value) && body.value['code'] === 'api-version-brownout';
