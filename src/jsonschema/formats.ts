import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isTime,
  isUri,
  isUriReference,
  isUuid,
} from './format-checks.js';

/** A format of texts. */
interface TextFormat {
  /** A realistic text, for people to read. */
  readonly example: string;
  /** Small texts that have the format. */
  readonly samples: readonly [string, ...string[]];
  /** Texts that nearly have the format. */
  readonly misfits: readonly [string, ...string[]];
  /** The fewest and the most characters. */
  readonly length: readonly [min: number, max: number];
  readonly check: (text: string) => boolean;
}

/** The formats of texts that svckit checks. */
export const textFormats: Readonly<Record<string, TextFormat>> = {
  date: {
    example: '2026-01-31',
    samples: ['2020-01-01', '2021-12-31'],
    misfits: ['2021-02-29', '2020-1-1', '2020-01-01T00:00:00Z'],
    length: [10, 10],
    check: isDate,
  },
  time: {
    example: '09:30:00Z',
    samples: ['00:00:00Z', '23:59:59Z'],
    misfits: ['24:00:00Z', '09:30:00', '09:30Z'],
    length: [9, Infinity],
    check: isTime,
  },
  'date-time': {
    example: '2026-01-31T09:30:00Z',
    samples: ['2020-01-01T00:00:00Z', '2021-12-31T23:59:59Z'],
    misfits: ['2021-02-29T00:00:00Z', '2020-01-01T00:00:00', '2020-01-01'],
    length: [20, Infinity],
    check: isDateTime,
  },
  duration: {
    example: 'PT15M',
    samples: ['P1D', 'PT1S'],
    misfits: ['P', '1D', 'P1DT', 'P1W2D'],
    length: [3, Infinity],
    check: isDuration,
  },
  email: {
    example: 'ada@example.com',
    samples: ['a@b.co', 'c@d.co'],
    misfits: ['a', 'a@', 'a b@c.co', 'a..b@c.co'],
    length: [3, Infinity],
    check: isEmail,
  },
  hostname: {
    example: 'example.com',
    samples: ['a', 'b.co'],
    misfits: ['', '-a', 'a..b', 'a_b'],
    length: [1, 253],
    check: isHostname,
  },
  ipv4: {
    example: '192.0.2.1',
    samples: ['1.1.1.1', '8.8.8.8'],
    misfits: ['256.1.1.1', '1.1.1', '::1'],
    length: [7, 15],
    check: isIpv4,
  },
  ipv6: {
    example: '2001:db8::1',
    samples: ['::1', '::2'],
    misfits: ['::1::2', '1.1.1.1', 'g::1'],
    length: [2, 45],
    check: isIpv6,
  },
  uri: {
    example: 'https://example.com/',
    samples: ['a:b', 'https://a.co'],
    misfits: ['/a', 'a b:c', 'https://a.co/%zz'],
    length: [2, Infinity],
    check: isUri,
  },
  'uri-reference': {
    example: '/',
    samples: ['', 'a:b'],
    misfits: ['a b', '%zz', '\\a'],
    length: [0, Infinity],
    check: isUriReference,
  },
  uuid: {
    example: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
    samples: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
    misfits: ['00000000-0000-4000-8000-00000000000', '00000000000040008000000000000000'],
    length: [36, Infinity],
    check: isUuid,
  },
};

/** What svckit knows of a format of texts; null where it knows none of that name. */
export function textFormat(name: string): TextFormat | null {
  return Object.hasOwn(textFormats, name) ? textFormats[name]! : null;
}

/** Whether a text has a format; null for formats that svckit does not know. */
export function hasFormat(name: string, text: string): boolean | null {
  return textFormat(name)?.check(text) ?? null;
}

/** Formats that only say how a text is shown or stored. */
const free = new Set(['password', 'binary']);

/** Whether a format restricts nothing. */
export function isFreeFormat(name: string): boolean {
  return free.has(name);
}

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
const within: Readonly<Record<string, string>> = { float: 'double', uri: 'uri-reference' };

/** Whether everything with one format has another one too. */
export function impliesFormat(name: string, other: string): boolean {
  return name === other || within[name] === other;
}
