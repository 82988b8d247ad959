import { writeJson } from '../../json/json.js';
import { readableTime } from '../../text/date.js';
import { countOf } from '../../text/join-words.js';
import { escapeMarkdown, linkMarkdown } from '../../text/escape.js';
import type { LifecycleEntry } from './lifecycle-entry.js';
import { placeRecord } from '../../report/result.js';

const headings: Readonly<Record<LifecycleEntry['state'], string>> = {
  overdue: 'Past the sunset date',
  retired: 'Retired, and refused with 410',
  leaving: 'Scheduled for removal',
  deprecated: 'Deprecated without a sunset date',
};

/** A release note: what is overdue, what has a sunset date, and what is deprecated without one. */
export function formatMarkdown(
  entries: readonly LifecycleEntry[],
  asOf: string,
  notices: readonly NoticeRecord[] | null = null,
): string {
  const sections = (['overdue', 'retired', 'leaving', 'deprecated'] as const).flatMap((state) => {
    const own = entries.filter((entry) => entry.state === state);
    return own.length === 0 ? [] : [`## ${headings[state]}`, own.map(describe).join('\n')];
  });
  if (notices && notices.length > 0)
    sections.push('## Notices that did not arrive', notices.map(describeNotice).join('\n'));
  return `${[`# Deprecations as of ${asOf}`, ...(sections.length === 0 ? ['Nothing is deprecated.'] : sections)].join('\n\n')}\n`;
}

/** A notice that did not arrive; times are ISO 8601. */
export interface NoticeRecord {
  readonly notice: string;
  readonly attempts: number;
  readonly since: string;
  readonly next: string;
  readonly failure: string | null;
}

const describeNotice = ({ notice, attempts, next, failure }: NoticeRecord) =>
  `- **${escapeMarkdown(notice)}**: ${countOf(attempts, 'attempt')}, the next one at ${readableTime(next)}${failure === null ? '' : `. ${escapeMarkdown(failure)}`}`;

function describe({
  kind,
  name,
  version,
  released,
  since,
  sunset,
  brownouts,
  link,
  users = [],
}: LifecycleEntry): string {
  const inVersion = version === null || kind === 'version' ? '' : ` in version ${escapeMarkdown(version)}`;
  const dates = [
    ...(sunset === null ? [] : [`served until ${sunset.slice(0, 10)}`]),
    ...(brownouts.length === 0
      ? []
      : [`${countOf(brownouts.length, 'brownout')} from ${readableTime(brownouts[0]!.from)}`]),
    ...(since === null ? [] : [`deprecated since ${since.slice(0, 10)}`]),
    ...(released === undefined ? [] : [`released on ${released}`]),
  ];
  const used = users.length === 0 ? [] : [`still used by ${escapeMarkdown(users.join(', '))}`];
  const facts = [...dates, ...used, ...(link === null ? [] : [linkMarkdown('details', link)])];
  return `- **${escapeMarkdown(name)}**${inVersion}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
}

/** `{ version: 1, asOf, entries }`, and `notices` where they were asked for. Members are only ever added. */
export function formatJson(
  entries: readonly LifecycleEntry[],
  asOf: string,
  notices: readonly NoticeRecord[] | null = null,
): string {
  const written = entries.map(
    ({
      kind,
      name,
      version,
      method,
      path,
      state,
      released,
      since,
      sunset,
      daysLeft,
      brownouts,
      link,
      source,
      users,
    }) => ({
      kind,
      name,
      version,
      method,
      path,
      state,
      ...(released !== undefined && { released }),
      since,
      sunset,
      daysLeft,
      ...(brownouts.length > 0 && { brownouts }),
      ...(users && { users }),
      link,
      ...placeRecord(source),
    }),
  );
  return writeJson({ version: 1, asOf, entries: written, ...(notices && { notices }) });
}
