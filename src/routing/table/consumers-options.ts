/** Who uses an API, and what follows for breaks that concern nobody. */
export interface ConsumersOptions {
  /** The name that files of consumers have; by default the title in kebab-case. */
  readonly api?: string;
  /** Who may call the API; `public` by default, for which no level is ever lowered. */
  readonly audience?: 'public' | 'partners' | 'internal';
  /** `known`: what breaks no known consumer counts one level less, for an internal audience whose files are all complete and fresh. */
  readonly policy?: 'known';
  /** How old a file may be: `30d`. */
  readonly maxAge?: string;
}

/** The days of `30d` or `6w`; null for any other text. */
export function readAge(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([dw])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unit === 'w' ? 7 : 1);
}

const members: Readonly<Record<keyof ConsumersOptions, (value: unknown) => boolean>> = {
  api: (value) => typeof value === 'string' && value.trim() !== '',
  audience: (value) => ['public', 'partners', 'internal'].includes(value as string),
  policy: (value) => value === 'known',
  maxAge: (value) => typeof value === 'string' && readAge(value) !== null,
};

/** Whether a value is the option `consumers`. */
export function isConsumersOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([name, member]) => member === undefined || (members[name as keyof ConsumersOptions]?.(member) ?? false),
  );
}

/** An example of the option, for messages. */
export const consumersFix =
  "Write consumers: { api: 'books', audience: 'internal', policy: 'known', maxAge: '30d' }, or some of them.";
