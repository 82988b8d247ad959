import { FileStoreError } from './file-store-error.js';

/** The top-level folder where a disk store prepares its writes. */
export const INCOMING_FOLDER = '.incoming';

const deviceName = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/iu;

interface Rule {
  readonly fault: string;
  readonly breaks: (key: string, segments: readonly string[]) => boolean;
}

const textRules: readonly Rule[] = [
  { fault: 'must be well-formed Unicode', breaks: (key) => /[\p{Cs}\uFFFD]/u.test(key) },
  { fault: 'must not contain control characters', breaks: (key) => /\p{Cc}/u.test(key) },
  { fault: 'must separate folders with "/", not with a backslash', breaks: (key) => key.includes('\\') },
  { fault: 'must not contain any of < > : " | ? *', breaks: (key) => /[<>:"|?*]/.test(key) },
  { fault: 'must not be percent-encoded', breaks: (key) => /%[0-9a-f]{2}/i.test(key) },
  { fault: 'must not begin with "/"', breaks: (key) => key.startsWith('/') },
  { fault: 'must not contain the segment ".."', breaks: (_key, segments) => segments.includes('..') },
  {
    fault: `must not begin with the reserved folder ${INCOMING_FOLDER}`,
    breaks: (_key, segments) => segments[0]?.toLowerCase() === INCOMING_FOLDER,
  },
];

const segmentRules: readonly Rule[] = [
  { fault: 'must not be empty', breaks: (key) => key === '' },
  { fault: 'must be at most 200 characters long', breaks: (key) => key.length > 200 },
  { fault: 'must not contain an empty segment or end with "/"', breaks: (_key, segments) => segments.includes('') },
  {
    fault: 'must not contain a segment that is "." or ends with a dot or a space',
    breaks: (_key, segments) => segments.some((segment) => /[. ]$/.test(segment)),
  },
  {
    fault: 'must not contain a Windows device name (con, nul, com1, …)',
    breaks: (_key, segments) => segments.some((segment) => deviceName.test(segment)),
  },
  {
    fault: 'must have segments of at most 255 bytes',
    breaks: (_key, segments) => segments.some((segment) => Buffer.byteLength(segment) > 255),
  },
];

/** Why a text cannot be a file's key, or null; the rules are the same for every store and operating system. */
export function fileKeyFault(key: string): string | null {
  return firstFault(key, [...textRules, ...segmentRules]);
}

/** Why no key can begin with a text, or null. */
export function filePrefixFault(prefix: string): string | null {
  return firstFault(prefix, textRules);
}

/** Throws a `FileStoreError` (`invalid-key`) unless the text can be a file's key. */
export function assertFileKey(key: string): void {
  const fault = fileKeyFault(key);
  if (fault !== null) throw new FileStoreError('invalid-key', `The key ${JSON.stringify(key)} ${fault}.`);
}

function firstFault(key: string, rules: readonly Rule[]): string | null {
  const segments = key.split('/');
  return rules.find((rule) => rule.breaks(key, segments))?.fault ?? null;
}
