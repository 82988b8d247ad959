import { CORE_SCHEMA, dump } from 'js-yaml';
import { joinVersions } from '../../diff/causes/join-versions.js';
import { versionsOf } from '../../report/result.js';
import type { Exceptable } from './apply-exceptions.js';
import { writeDay, readDay } from '../../text/date.js';

const daysToFix = 30;

/** Entries for an exception file, one per error and warning of one or several versions; reason and owner are empty. `asOf` is YYYY-MM-DD. */
export function suggestExceptions(findings: readonly Exceptable[], asOf: string): string {
  const expires = writeDay(readDay(asOf)! + daysToFix);
  const severe = findings.filter(({ level }) => level !== 'info');
  const joined = [
    ...joinVersions(severe.flatMap((one) => ('family' in one ? one : []))),
    ...severe.filter((one) => !('family' in one)),
  ];
  const entries = joined.map((finding) => {
    const { id, method, path, pointer, message } = finding;
    const versions = versionsOf(finding);
    const component = 'component' in finding ? `${finding.component}: ` : '';
    const entry = {
      id,
      ...(versions.length > 0 && { version: versions.length === 1 ? versions[0]! : [...versions] }),
      ...(method !== null && { method, path }),
      pointer,
      ...('folded' in finding && finding.folded && { folded: finding.folded.digest }),
      reason: '',
      owner: '',
      expires,
    };
    return `# ${component}${message.replaceAll(/\s+/g, ' ')}\n${dump([entry], { schema: CORE_SCHEMA, quoteStyle: 'double', lineWidth: -1 })}`;
  });
  return entries.join('\n');
}
