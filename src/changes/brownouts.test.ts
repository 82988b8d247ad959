import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Brownout, readBrownouts } from './brownouts.js';

const sunset = new Date('2027-03-01T00:00:00Z');
const day = 86_400_000;
const minutes = ({ from, to }: Brownout) => (Date.parse(to) - Date.parse(from)) / 60_000;
const daily = (given: object) => readBrownouts(given, sunset) as readonly Brownout[];

describe('brownouts', () => {
  it('are an hour on each of the last days', () => {
    expect(daily({ days: 2 })).toEqual([
      { from: '2027-02-27T00:00:00.000Z', to: '2027-02-27T01:00:00.000Z' },
      { from: '2027-02-28T00:00:00.000Z', to: '2027-02-28T01:00:00.000Z' },
    ]);
  });

  it('grow from minutes to sixteen hours', () => {
    expect(daily({ days: 7, growing: true }).map(minutes)).toEqual([15, 30, 60, 120, 240, 480, 960]);
    expect(daily({ days: 9, growing: true }).map(minutes).slice(0, 3)).toEqual([5, 8, 15]);
  });

  it('end before the sunset and before the next one begins, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.boolean(), (days, growing) => {
        const windows = daily({ days, growing });
        expect(windows).toHaveLength(days);
        for (const [index, { from, to }] of windows.entries()) {
          expect(Date.parse(from)).toBe(sunset.getTime() - (days - index) * day);
          expect(from < to && to < (windows[index + 1]?.from ?? sunset.toISOString())).toBe(true);
          if (growing && index > 0)
            expect(minutes(windows[index]!)).toBeGreaterThanOrEqual(minutes(windows[index - 1]!));
        }
      }),
    );
  });

  it('may be any windows, in any order', () => {
    const windows = [
      { from: '2027-02-02T09:00Z', to: new Date('2027-02-02T10:00Z') },
      { from: '2027-02-01', to: '2027-02-01T01:30Z' },
    ];
    expect(readBrownouts(windows, null)).toEqual([
      { from: '2027-02-01T00:00:00.000Z', to: '2027-02-01T01:30:00.000Z' },
      { from: '2027-02-02T09:00:00.000Z', to: '2027-02-02T10:00:00.000Z' },
    ]);
  });

  it.each([
    [[{ from: 'soon', to: '2027-02-01' }], 'brownouts: from "soon" is not a date'],
    [[{ from: '2027-02-01' }], 'brownouts: to undefined is not a date'],
    [[null], 'brownouts: from undefined is not a date'],
    [{ days: 0 }, 'brownouts {"days":0} are neither windows nor days'],
    [{ days: 7, growing: 'fast' }, 'brownouts {"days":7,"growing":"fast"} are neither windows nor days'],
    [7, 'brownouts 7 are neither windows nor days'],
    [null, 'brownouts null are neither windows nor days'],
  ])('refuse %j', (given, message) => {
    expect(readBrownouts(given, sunset)).toMatchObject({ message });
  });

  it('need a sunset where they are given in days', () => {
    expect(readBrownouts({ days: 7 }, null)).toMatchObject({ fix: 'Add the sunset.' });
  });
});
