import { maskValue } from './mask-value.js';
import type { SettingOrigin, SettingsReading } from './read-settings.js';
import { settingField } from './setting-field.js';
import { type SettingName, settingNames } from './settings-schema.js';

export interface SettingDescription {
  readonly name: SettingName;
  /** Null when it is not set and has no default; secrets and passwords are masked. */
  readonly value: string | null;
  readonly origin: SettingOrigin;
  readonly description: string;
}

/** The effective settings, safe to print. */
export function describeSettings({ settings, origins }: SettingsReading): readonly SettingDescription[] {
  return settingNames.map((name) => {
    const { secret, description } = settingField(name);
    const value = settings[name];
    return {
      name,
      value: value === undefined ? null : maskValue(String(value), secret),
      origin: origins[name],
      description,
    };
  });
}
