import { objectAt } from '../../json/json.js';
import { httpDate, structuredDate } from '../../text/date.js';
import type { Reading } from '../exchange.js';
import type { VerifyRule } from './rule.js';

export const lifecycleHeaderWrong: VerifyRule = {
  id: 'lifecycle-header-wrong',
  level: 'error',
  summary:
    'Deprecation, Sunset and Link say what was promised, and an operation that is not deprecated sends none of the first two.',
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
};

const hasLink = (links: string, target: string) =>
  links.split(/,\s*(?=<)/).some((one) => one.startsWith(`<${target}>`) && /rel="?deprecation"?/.test(one));

/** A contract that is no lock requires a header only where it declares it. */
function compare(
  name: string,
  promised: string | null,
  write: (iso: string) => string,
  { operation, declared, answer }: Reading,
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
