import { describe, expect, it } from 'vitest';
import { within, worldsOf } from './world.js';

const asOf = new Date('2026-11-21T12:00:00Z');
const { here, others } = worldsOf(asOf);
const elsewhere = others[0]!;

/** Everything that a world decides. */
const readings: Readonly<Record<string, () => unknown>> = {
  'new Date()': () => new Date().getTime(),
  'Date.now()': () => Date.now(),
  'Date()': () => Date(),
  'performance.now()': () => performance.timeOrigin + performance.now(),
  'a weekday': () => new Date(0).getDay(),
  'an hour': () => new Date(0).getHours(),
  'midnight of a day': () => new Date(2026, 10, 21).toISOString(),
  'a day at its start': () => new Date('2026-11-21').getDate(),
  'a number as text': () => (1234.5).toLocaleString(),
  'a big number as text': () => 7n.toLocaleString(),
  'a date as text': () => new Date(0).toLocaleDateString(),
  'a month': () => new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' }).format(0),
  'an amount': () => Intl.NumberFormat().format(7),
  'a capital': () => 'i'.toLocaleUpperCase(),
};

describe('a world', () => {
  it.each(Object.entries(readings))('decides %s', (_, read) => {
    const first = within(here, read);
    expect(within(here, read)).toBe(first);
    expect(within(elsewhere, read)).not.toBe(first);
  });

  it.each<readonly [string, (now: Date) => boolean]>([
    ['morning by UTC', (now) => now.getUTCHours() < 12],
    ['morning', (now) => now.getHours() < 12],
    ['a weekend by UTC', (now) => [0, 6].includes(now.getUTCDay())],
    ['a weekend', (now) => [0, 6].includes(now.getDay())],
    ['spring or summer', (now) => [2, 3, 4, 5, 6, 7].includes(now.getUTCMonth())],
  ])('differs from another one: %s', (_, read) => {
    for (let hours = 0; hours < 7 * 24; hours++) {
      const worlds = worldsOf(new Date(asOf.getTime() + hours * 3_600_000));
      const [first, ...rest] = [worlds.here, ...worlds.others].map((world) => within(world, () => read(new Date())));
      expect(rest).toContain(!first);
    }
  });

  it('stands at its time, and leaves dates what they are', () => {
    within(here, () => {
      expect(Date.now()).toBe(asOf.getTime());
      expect(new Date()).toBeInstanceOf(Date);
      expect(asOf).toBeInstanceOf(Date);
      expect(new Date(0).constructor).toBe(Date);
      expect(new Date(2026, 0, 2).getDate()).toBe(2);
      expect(Date.parse('1970-01-01')).toBe(0);
      expect((1.5).toLocaleString('de-DE')).toBe('1,5');
      expect(new Intl.NumberFormat('de-DE')).toBeInstanceOf(Intl.NumberFormat);
    });
    expect(within(here, () => new Date(0))).toBeInstanceOf(Date);
  });

  it('is over afterwards, also when the function throws', () => {
    const before = { date: Date, zone: process.env['TZ'], format: Intl.DateTimeFormat, hour: new Date(0).getHours() };
    expect(() =>
      within(elsewhere, () => {
        throw new Error('within');
      }),
    ).toThrow('within');
    expect({ date: Date, zone: process.env['TZ'], format: Intl.DateTimeFormat, hour: new Date(0).getHours() }).toEqual(
      before,
    );
    expect(Math.abs(performance.timeOrigin + performance.now() - Date.now())).toBeLessThan(60_000);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });

  it('can be inside another', () => {
    within(here, () => {
      within(elsewhere, () => expect(Date.now()).toBe(elsewhere.now));
      expect(Date.now()).toBe(here.now);
      expect(process.env['TZ']).toBe(here.zone);
    });
  });
});
