import { format as formats } from '@cfworker/json-schema';

/** Texts that have a format, for the formats that svckit knows. */
const samples: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-01-01', '2021-12-31'],
  time: ['00:00:00Z', '23:59:59Z'],
  'date-time': ['2020-01-01T00:00:00Z', '2021-12-31T23:59:59Z'],
  duration: ['P1D', 'PT1S'],
  email: ['a@b.co', 'c@d.co'],
  hostname: ['a', 'b.co'],
  ipv4: ['1.1.1.1', '8.8.8.8'],
  ipv6: ['::1', '::2'],
  uri: ['a:b', 'https://a.co'],
  uuid: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
};

/** The fewest and the most characters of a format. */
const lengths: Readonly<Record<string, readonly [min: number, max: number]>> = {
  date: [10, 10],
  time: [9, Infinity],
  'date-time': [20, Infinity],
  duration: [3, Infinity],
  email: [3, Infinity],
  hostname: [1, 253],
  ipv4: [7, 15],
  ipv6: [2, 45],
  uri: [2, Infinity],
  uuid: [36, Infinity],
};

/** Formats that only say how a text is shown or stored. */
const free = new Set(['password', 'binary']);

/** What integers of a format are below, and minus which they are not below. */
const limits: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** The limit of a format of integers, as in `-limit <= value < limit`; null for other formats. */
export function limitOfFormat(name: string): number | null {
  return Object.hasOwn(limits, name) ? limits[name]! : null;
}

/** Whether a format is one of numbers. */
export function isNumberFormat(name: string): boolean {
  return limitOfFormat(name) !== null || name === 'float' || name === 'double';
}

/** Formats whose values all have another format. */
const within: Readonly<Record<string, string>> = { float: 'double' };

/** Whether a format restricts nothing. */
export function isFreeFormat(name: string): boolean {
  return free.has(name);
}

/** Whether everything with one format has another one too. */
export function impliesFormat(name: string, other: string): boolean {
  return name === other || within[name] === other;
}

/** Whether a text has a format; null for formats that svckit does not know. */
export function hasFormat(name: string, text: string): boolean | null {
  return Object.hasOwn(samples, name) ? (formats[name]?.(text) ?? null) : null;
}

/** The fewest and the most characters of a format. */
export function lengthsOfFormat(name: string): readonly [min: number, max: number] {
  return Object.hasOwn(lengths, name) ? lengths[name]! : [0, Infinity];
}

/** Texts that have a format; none for formats that svckit does not know. */
export function samplesOfFormat(name: string): readonly string[] {
  return Object.hasOwn(samples, name) ? samples[name]! : [];
}
