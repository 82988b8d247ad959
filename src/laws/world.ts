import { millisecondsPerDay } from '../text/date.js';

/** What a function may read beside its argument. */
export interface World {
  /** Milliseconds since 1970, at which the clock stands. */
  readonly now: number;
  readonly zone: string;
  readonly locale: string;
}

/** Two worlds in which a change should give the same results. */
export interface Worlds {
  readonly here: World;
  readonly elsewhere: World;
}

/**
 * A world on a day, and others that have little in common with it: whatever the hour, it is the other half of the day in one of
 * them, by UTC and by its zone, and on whatever day of the week, one changes between weekday and weekend.
 */
export function worldsOf(asOf: Date): { readonly here: World; readonly others: readonly World[] } {
  const after = (days: number, hours: number) =>
    asOf.getTime() + days * millisecondsPerDay + hours * 3_600_000 + Date.UTC(1970, 0, 1, 0, 6, 7, 89);
  return {
    here: { now: asOf.getTime(), zone: 'Pacific/Pago_Pago', locale: 'en-US' },
    others: [
      // Turkish has an i of its own, and Arabic digits show in every number.
      { now: after(1234, 12), zone: 'Pacific/Tarawa', locale: 'tr-u-nu-arab' },
      { now: after(249, 6), zone: 'America/Lima', locale: 'de-DE' },
      { now: after(61, 18), zone: 'Asia/Kolkata', locale: 'ja-JP' },
      { now: after(148, 0), zone: 'Pacific/Tarawa', locale: 'ar-EG' },
    ],
  };
}

/** Runs a synchronous function in a world, in this process, and restores the one before it. */
export function within<T>(world: World, run: () => T): T {
  const undo = [stopClock(world.now), setZone(world.zone), setLocale(world.locale)];
  try {
    return run();
  } finally {
    for (const restore of undo.toReversed()) restore();
  }
}

type Restore = () => void;

function replace(owner: object, name: string, value: unknown): Restore {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: own?.enumerable ?? true,
  });
  return () => {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  };
}

const inOrder =
  (undo: readonly Restore[]): Restore =>
  () => {
    for (const restore of undo.toReversed()) restore();
  };

function stopClock(now: number): Restore {
  const RealDate = Date;
  const StoppedDate: DateConstructor = new Proxy(RealDate, {
    construct: (_, given, target) =>
      Reflect.construct(
        RealDate,
        given.length === 0 ? [now] : given,
        target === StoppedDate ? RealDate : target,
      ) as Date,
    apply: () => new RealDate(now).toString(),
    get: (real, name) => (name === 'now' ? () => now : Reflect.get(real, name)),
  });
  return inOrder([
    replace(globalThis, 'Date', StoppedDate),
    replace(RealDate.prototype, 'constructor', StoppedDate),
    replace(performance, 'now', () => now - performance.timeOrigin),
  ]);
}

function setZone(zone: string): Restore {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  return () => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  };
}

const formatters = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const;

/** Methods that take locales, with the position of that argument. */
const methods: readonly (readonly [owner: object, name: string, position: number])[] = [
  [Number.prototype, 'toLocaleString', 0],
  [BigInt.prototype, 'toLocaleString', 0],
  [Date.prototype, 'toLocaleString', 0],
  [Date.prototype, 'toLocaleDateString', 0],
  [Date.prototype, 'toLocaleTimeString', 0],
  [String.prototype, 'toLocaleUpperCase', 0],
  [String.prototype, 'toLocaleLowerCase', 0],
  [String.prototype, 'localeCompare', 1],
];

/** The locale of what names none. */
function setLocale(locale: string): Restore {
  const named = (given: readonly unknown[], position: number) =>
    given[position] === undefined ? Object.assign([...given], { [position]: locale }) : given;
  return inOrder([
    ...formatters.map((name) => {
      const real: new (...given: never) => object = Intl[name];
      const construct = (given: readonly unknown[]): object => Reflect.construct(real, named(given, 0));
      const handler = {
        construct: (_: object, given: unknown[]) => construct(given),
        apply: (_: object, __: unknown, given: unknown[]) => construct(given),
      };
      return replace(Intl, name, new Proxy(real, handler));
    }),
    ...methods.map(([owner, name, position]) => {
      const real = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
      return replace(owner, name, function (this: unknown, ...given: unknown[]) {
        return Reflect.apply(real, this, named(given, position));
      });
    }),
  ]);
}
