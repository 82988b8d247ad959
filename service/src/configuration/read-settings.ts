import { resolve } from 'node:path';
import { maskValue } from './mask-value.js';
import { readSvcYaml } from './read-svc-yaml.js';
import { settingField } from './setting-field.js';
import { describeExpectation, toInput } from './setting-kind.js';
import { missingSettings } from './setting-rules.js';
import { SettingsError } from './settings-error.js';
import { type SettingName, settingNames, type Settings, settingsSchema } from './settings-schema.js';

/** `environment`, `default`, or the settings file: `svc.yaml`. */
export type SettingOrigin = string;

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of svc.yaml, if there is one. */
  readonly yamlText?: string | undefined;
  /** The name of the settings file, when it is not svc.yaml. */
  readonly yamlFile?: string | undefined;
  /** Folders are relative to this one. */
  readonly cwd: string;
}

export interface SettingsReading {
  readonly settings: Settings;
  /** Where each value comes from. */
  readonly origins: Readonly<Record<SettingName, SettingOrigin>>;
}

type Given = Partial<Record<SettingName, { readonly text: string; readonly origin: SettingOrigin }>>;

/** Reads the configuration: the environment overrides svc.yaml, and an empty value counts as unset. Throws one SettingsError that lists every problem. */
export function readSettings({ env, yamlText = '', yamlFile = 'svc.yaml', cwd }: SettingsSources): SettingsReading {
  const yaml = readSvcYaml(yamlText, yamlFile);
  const given = collect(env, yaml.values, yamlFile);
  const result = settingsSchema.safeParse(
    Object.fromEntries(
      settingNames.flatMap((name) => {
        const value = given[name];
        return value ? [[name, toInput(name, value.text)]] : [];
      }),
    ),
  );
  const problems = [
    ...yaml.problems,
    ...valueProblems(given, result.error?.issues ?? []),
    ...missingSettings(textsOf(given)),
  ];
  if (problems.length > 0 || !result.success) throw new SettingsError(problems);
  return Object.freeze({
    settings: Object.freeze(resolveFolders(result.data, cwd)),
    origins: Object.freeze(originsOf(given)),
  });
}

function collect(env: SettingsSources['env'], yaml: ReadonlyMap<SettingName, string>, yamlFile: string): Given {
  const given: Given = {};
  for (const name of settingNames) {
    const [fromEnvironment, fromYaml] = [env[name], yaml.get(name)];
    if (fromEnvironment) given[name] = { text: fromEnvironment, origin: 'environment' };
    else if (fromYaml) given[name] = { text: fromYaml, origin: yamlFile };
  }
  return given;
}

function valueProblems(
  given: Given,
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): string[] {
  const messages = new Map<SettingName, string>();
  for (const { path, message } of issues) {
    const name = path[0] as SettingName;
    if (!messages.has(name)) messages.set(name, message);
  }
  return [...messages].map(([name, message]) => {
    const { text, origin } = given[name] ?? { text: '', origin: 'default' };
    const expectation = describeExpectation(name);
    const advice = message.startsWith('must ')
      ? message
      : expectation
        ? `must ${expectation}`
        : `is not valid: ${message}`;
    return `${name} is ${JSON.stringify(shorten(maskValue(text, settingField(name).secret)))} (${origin}), but ${advice}`;
  });
}

function textsOf(given: Given): Partial<Record<SettingName, string>> {
  return Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text]));
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function resolveFolders(settings: Settings, cwd: string): Settings {
  const folders = settingNames.filter((name) => settingField(name).folder && settings[name] !== undefined);
  return { ...settings, ...Object.fromEntries(folders.map((name) => [name, resolve(cwd, String(settings[name]))])) };
}

function originsOf(given: Given): Record<SettingName, SettingOrigin> {
  return Object.fromEntries(settingNames.map((name) => [name, given[name]?.origin ?? 'default'])) as Record<
    SettingName,
    SettingOrigin
  >;
}
