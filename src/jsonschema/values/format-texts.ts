import fc, { type Arbitrary } from 'fast-check';

const instants = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });

/** Readable texts of formats. The others of `textFormats` have their samples alone. */
export const formatTexts = {
  'date-time': instants.map((date) => date.toISOString()),
  date: instants.map((date) => date.toISOString().slice(0, 10)),
  duration: fc.stringMatching(/^P([1-9]D|[1-9]W|1Y2M|T[1-9]H|T[1-9]M[1-9]S)$/),
  email: fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{1,6})?@[a-z]{1,6}\.(com|org)$/),
  hostname: fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{2,6}){0,2}$/),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  // Not fc.webUrl(), which prepares for a second, in every process that imports this.
  uri: fc.stringMatching(
    /^https?:\/\/[a-z]{1,6}\.(com|org)(:[1-9]\d{1,3})?(\/([\w~!$&'()*+,;=:@.-]{1,4}|%20|%C3%A9){0,2}){0,2}(\?[a-z]=([a-z0-9]|%26){0,3})?(#[a-z]{1,3})?$/,
  ),
  uuid: fc.uuid({ version: 4 }),
} as const;

const byName: ReadonlyMap<string, Arbitrary<string>> = new Map(Object.entries(formatTexts));

/** Texts of a format by its name; null where only its samples are known. */
export const textsOfFormat = (name: string): Arbitrary<string> | null => byName.get(name) ?? null;
