import { z } from 'zod';
import { authSettings } from '../auth/auth-settings.js';
import { cacheSettings } from '../cache/cache-settings.js';
import { filesSettings } from '../files/files-settings.js';
import { imagesSettings } from '../images/images-settings.js';
import { jobsSettings } from '../jobs/jobs-settings.js';
import { mailSettings } from '../mail/mail-settings.js';
import { redisSettings } from '../redis/redis-settings.js';
import { sharedStateSettings } from '../shared-state/shared-state-settings.js';
import { wiringSettings } from '../wiring/wiring-settings.js';
import { dataSettings } from './data-settings.js';
import { serverSettings } from './server-settings.js';

/** Every part's settings, in the order in which `.env.example` and `svc config` show them. */
export const settingParts = Object.freeze([
  { title: 'Server', shape: { ...serverSettings, ...wiringSettings } },
  { title: 'Data', shape: dataSettings },
  { title: 'Redis', shape: redisSettings },
  { title: 'Limits and idempotency keys', shape: sharedStateSettings },
  { title: 'Cache', shape: cacheSettings },
  { title: 'Files', shape: filesSettings },
  { title: 'Images', shape: imagesSettings },
  { title: 'Jobs', shape: jobsSettings },
  { title: 'Mail', shape: mailSettings },
  { title: 'Accounts', shape: authSettings },
]);

/** The whole configuration: environment names to what they may hold. */
export const settingsSchema = z.strictObject({
  ...serverSettings,
  ...wiringSettings,
  ...dataSettings,
  ...redisSettings,
  ...sharedStateSettings,
  ...cacheSettings,
  ...filesSettings,
  ...imagesSettings,
  ...jobsSettings,
  ...mailSettings,
  ...authSettings,
});

export type Settings = Readonly<z.output<typeof settingsSchema>>;
export type SettingName = keyof Settings;

/** The names of all settings. */
export const settingNames: readonly SettingName[] = Object.freeze(settingsSchema.keyof().options);
