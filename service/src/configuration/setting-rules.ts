import { simpleProviders } from '../auth/simple-providers.js';
import type { SettingName } from './settings-schema.js';

type Given = Readonly<Partial<Record<SettingName, string>>>;

/** A setting that another one requires. */
interface Demand {
  readonly of: SettingName;
  readonly name: SettingName;
  /** Applies only to this value of `of`. */
  readonly value?: string;
  /** What to set it to. */
  readonly advice: string;
}

const together = (names: readonly SettingName[], advice: string): readonly Demand[] =>
  names.flatMap((of) => names.filter((name) => name !== of).map((name) => ({ of, name, advice })));

const clientPair = (prefix: string) =>
  together([`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as SettingName[], 'both come from the provider');

const demands: readonly Demand[] = Object.freeze([
  {
    of: 'DATABASE_URL',
    name: 'AUTH_SECRET',
    advice: 'to the same value on every machine; make one with: openssl rand -base64 32',
  },
  { of: 'SHARED_STATE', value: 'redis', name: 'REDIS_URL', advice: 'for example redis://127.0.0.1:6379/0' },
  ...together(
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    'all four, or none to keep files in DATA_DIR',
  ),
  ...simpleProviders.flatMap((provider) => clientPair(provider.toUpperCase())),
  ...together(['OAUTH_PROVIDER', 'OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'], 'all three, or none'),
]);

/** The settings required by those given: one message per missing setting. */
export function missingSettings(given: Given): readonly string[] {
  const messages = new Map<SettingName, string>();
  for (const { of, name, value, advice } of demands) {
    if (given[of] === undefined || given[name] !== undefined || messages.has(name)) continue;
    if (value === undefined) messages.set(name, `${name} must be set together with ${of}: ${advice}`);
    else if (given[of] === value) messages.set(name, `${name} must be set when ${of} is ${value}: ${advice}`);
  }
  return [...messages.values()];
}
