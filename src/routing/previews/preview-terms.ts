import { captureSource, type SourceReader } from '../../report/load-session.js';
import { parseDate } from '../../text/date.js';
import { readLink } from '../../text/link.js';
import { suggestName } from '../../text/nearest-name.js';
import { quote } from '../../text/quote.js';
import type { RegisteredCaller } from '../declare/route-schemas.js';

/** What `@Preview` and `preview()` take: how long a preview lasts, who may use it, and what became of it. */
export interface PreviewOptions {
  /** When it ends: a Date, or a string; a date alone is midnight UTC. `svc check` asks for it. */
  readonly expires?: Date | string;
  /** By default the name. */
  readonly title?: string;
  /** CommonMark. */
  readonly description?: string;
  /** A page about it: an absolute URL, or an absolute path. */
  readonly link?: string;
  /** False keeps it out of the page and of messages; true by default. */
  readonly listed?: boolean;
  /** Asked after authentication; false answers as an unknown name does. */
  readonly allow?: (caller: RegisteredCaller | null) => boolean | Promise<boolean>;
  /** The older previews of the same schemas or operations, which this one builds on. */
  readonly with?: readonly string[];
  /** The version that everybody has it in since; the name is then accepted and ignored. */
  readonly promoted?: string;
  /** Until when the name of a promoted preview is accepted. */
  readonly graceUntil?: Date | string;
}

/** A preview as it was declared. Dates are ISO 8601 in UTC. */
export interface PreviewTerms {
  readonly name: string;
  readonly title: string;
  /** CommonMark. */
  readonly description: string | null;
  readonly link: string | null;
  readonly expires: string | null;
  readonly promoted: string | null;
  readonly graceUntil: string | null;
  readonly listed: boolean;
  readonly with: readonly string[];
  readonly allow: PreviewOptions['allow'] | null;
  /** Whether it says more than its name. */
  readonly isDescribed: boolean;
  readonly source: SourceReader;
}

const example = "'tags-2026-11', { expires: '2027-03-01' }";

const optionNames: Readonly<Record<keyof PreviewOptions, true>> = {
  expires: true,
  title: true,
  description: true,
  link: true,
  listed: true,
  allow: true,
  with: true,
  promoted: true,
  graceUntil: true,
};

export interface TermsRefusal {
  readonly message: string;
  readonly fix: string;
}

/** A name that a structured field holds as a token (RFC 9651, section 3.3.4). */
export const isPreviewName = (name: unknown): name is string =>
  typeof name === 'string' && /^[a-z][a-z0-9]*(?:[-._][a-z0-9]+)*$/i.test(name) && name.length <= 100;

/** What the options say; a message and its fix for what cannot be read. `beside` are members that another reader reads. */
export function readTerms(
  name: unknown,
  options: PreviewOptions,
  beside: readonly string[] = [],
): PreviewTerms | TermsRefusal {
  if (!isPreviewName(name))
    return {
      message: `the name ${quote(name)} is not letters and digits with single hyphens, dots or underscores between them, a letter first`,
      fix: `Write a name and a month, such as ${example}.`,
    };
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return { message: `"${name}" takes an object of options`, fix: `Write ${example}.` };
  const known = [...Object.keys(optionNames), ...beside];
  const unknown = Object.keys(options).find((member) => !known.includes(member));
  if (unknown !== undefined)
    return { message: `"${name}" has the unknown member ${quote(unknown)}`, fix: suggestName(unknown, known) };
  const wrong = wrongMember(options);
  if (wrong) return { message: `"${name}": ${wrong.message}`, fix: wrong.fix };
  const { title = name, description = null, link, listed = true, promoted = null, allow = null } = options;
  return Object.freeze({
    name,
    title,
    description,
    link: link === undefined ? null : readLink(link),
    expires: parseDate(options.expires)?.toISOString() ?? null,
    promoted,
    graceUntil: parseDate(options.graceUntil)?.toISOString() ?? null,
    listed,
    with: Object.freeze([...(options.with ?? [])]),
    allow,
    isDescribed: Object.keys(options).length > 0,
    source: captureSource(),
  });
}

type Check = readonly [passes: boolean, message: string, fix: string];

function wrongMember(options: PreviewOptions): TermsRefusal | null {
  const { expires, title, description, link, listed, allow, promoted, graceUntil } = options;
  const isString = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  const checks: readonly Check[] = [
    [
      expires === undefined || parseDate(expires) !== null,
      `expires ${quote(expires)} is not a date`,
      "Write a date, such as expires: '2027-03-01'.",
    ],
    [
      graceUntil === undefined || parseDate(graceUntil) !== null,
      `graceUntil ${quote(graceUntil)} is not a date`,
      "Write a date, such as graceUntil: '2027-09-01'.",
    ],
    [
      title === undefined || isString(title),
      `title is ${quote(title)}`,
      "Write a sentence, such as title: 'Books have tags'.",
    ],
    [
      description === undefined || typeof description === 'string',
      `description is ${quote(description)}`,
      'Write a string of CommonMark.',
    ],
    [
      link === undefined || readLink(link) !== null,
      `link ${quote(link)} is not a URL`,
      "Write an absolute URL or an absolute path, such as link: '/docs/tags'.",
    ],
    [listed === undefined || typeof listed === 'boolean', `listed is ${quote(listed)}`, 'Write true or false.'],
    [
      allow === undefined || typeof allow === 'function',
      `allow is ${quote(allow)}`,
      'Write a function, such as allow: (caller) => caller !== null.',
    ],
    [
      promoted === undefined || isString(promoted),
      `promoted is ${quote(promoted)}`,
      "Write the version that has it, such as promoted: '3'.",
    ],
    [
      graceUntil === undefined || promoted !== undefined,
      'graceUntil is for a preview that is promoted',
      "Write promoted: '3' beside it, or expires instead.",
    ],
    [
      options.with === undefined || (Array.isArray(options.with) && options.with.every(isPreviewName)),
      `with is ${quote(options.with)}`,
      "Write the names of previews, such as with: ['tags-2026-11'].",
    ],
  ];
  const failed = checks.find(([passes]) => !passes);
  return failed ? { message: failed[1], fix: failed[2] } : null;
}

/** Whether a request may still opt in at a time: it is neither promoted nor over. */
export const isOpenAt = ({ promoted, expires }: PreviewTerms, now: number): boolean =>
  promoted === null && (expires === null || Date.parse(expires) > now);

/** Whether messages and pages name it at a time: it is open, and everybody may use it. */
export const isShownAt = (terms: PreviewTerms, now: number): boolean =>
  terms.listed && terms.allow === null && isOpenAt(terms, now);

/** Whether the name of a promoted preview is still accepted at a time. */
export const isInGraceAt = ({ promoted, graceUntil }: PreviewTerms, now: number): boolean =>
  promoted !== null && (graceUntil === null || Date.parse(graceUntil) > now);
