import { CORE_SCHEMA, dump } from 'js-yaml';
import type { Exceptable } from './apply-exceptions.js';
import { writeDay, readDay } from '../../text/date.js';

const daysToFix = 30;

/** Entries for an exception file, one per error and warning; reason and owner are empty. `asOf` is YYYY-MM-DD. */
export function suggestExceptions(findings: readonly Exceptable[], asOf: string): string {
  const expires = writeDay(readDay(asOf)! + daysToFix);
  const entries = findings
    .filter(({ level }) => level !== 'info')
    .map((finding) => {
      const { id, apiVersion, method, path, pointer, message } = finding;
      const component = 'component' in finding ? `${finding.component}: ` : '';
      const entry = {
        id,
        ...(apiVersion !== null && { version: apiVersion }),
        ...(method !== null && { method, path }),
        pointer,
        reason: '',
        owner: '',
        expires,
      };
      return `# ${component}${message.replaceAll(/\s+/g, ' ')}\n${dump([entry], { schema: CORE_SCHEMA, quoteStyle: 'double', lineWidth: -1 })}`;
    });
  return entries.join('\n');
}
