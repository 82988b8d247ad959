import { isObject, objectAt } from '../../json/json.js';
import { httpDate, readableDate, readableTime, structuredDate } from '../../text/date.js';
import type { ReadExchange } from '../exchange.js';
import { declaresStatus } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

/** Clocks differ, and a request takes time. */
const slackMs = 5_000;

/** What was announced for a version that leaves. */
export const lifecycleRules: readonly VerifyRule[] = [
  {
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
  },
  {
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
  },
  {
    id: 'retirement-incomplete',
    level: 'error',
    summary: 'A 410 says api-version-retired and names the version, and leads to the successor where there is one.',
    find: ({ api, operation, answer: { status, headers }, body, isOfOperation }) => {
      const isOurs = operation.server === 'svckit' || operation.server === 'relayed';
      if (status !== 410 || !isOurs || !isOfOperation || operation.lifecycle.sunset === null) return [];
      const refusal = body.kind === 'json' && isObject(body.value) ? body.value : {};
      const hasSuccessor = api.siblings(operation).some(({ lifecycle }) => !lifecycle.deprecated);
      return [
        ...(body.kind === 'json' && refusal['code'] !== 'api-version-retired'
          ? ['the 410 lacks code "api-version-retired".']
          : []),
        ...(body.kind === 'json' && refusal['version'] !== undefined && refusal['version'] !== operation.of.version
          ? [`the 410 names version ${JSON.stringify(refusal['version'])}.`]
          : []),
        ...(hasSuccessor && !/rel="?successor-version"?/.test(headers['link'] ?? '')
          ? ['the 410 has no Link with rel="successor-version".']
          : []),
      ];
    },
  },
  {
    id: 'lifecycle-header-wrong',
    level: 'error',
    summary:
      'Deprecation, Sunset and Link say what was promised, and an operation that is not deprecated sends neither Deprecation nor Sunset.',
    find: (reading) => {
      const { operation, isOfOperation, answer } = reading;
      if (!isOfOperation || answer.status >= 500) return [];
      const { since, sunset, link } = operation.lifecycle;
      const links = answer.headers['link'] ?? '';
      return [
        ...compare('Deprecation', since?.iso ?? null, structuredDate, reading),
        ...compare('Sunset', sunset?.iso ?? null, httpDate, reading),
        ...(operation.server === 'svckit' && link !== null && !hasLink(links, link)
          ? [`Link ${links === '' ? 'is missing' : `is ${links}`}; it must have <${link}>; rel="deprecation".`]
          : []),
      ];
    },
  },
];

const isBrownout = ({ answer: { status }, body }: ReadExchange) =>
  status === 503 && body.kind === 'json' && isObject(body.value) && body.value['code'] === 'api-version-brownout';

const hasLink = (links: string, target: string) =>
  links.split(/,\s*(?=<)/).some((one) => one.startsWith(`<${target}>`) && /rel="?deprecation"?/.test(one));

/** A contract that is no lock requires a header only where it declares it. */
function compare(
  name: string,
  promised: string | null,
  write: (iso: string) => string,
  { operation, declared, answer }: ReadExchange,
): readonly string[] {
  const sent = answer.headers[name.toLowerCase()];
  const isDeclared = Object.keys(objectAt(declared?.response['headers'])).some(
    (one) => one.toLowerCase() === name.toLowerCase(),
  );
  if (promised === null)
    return sent === undefined || isDeclared ? [] : [`${name} is "${sent}", and the version promises none.`];
  if (sent === undefined)
    return operation.server === 'svckit' || isDeclared ? [`${name} is missing; it must be "${write(promised)}".`] : [];
  return sent === write(promised) ? [] : [`${name} is "${sent}"; it must be "${write(promised)}".`];
}
