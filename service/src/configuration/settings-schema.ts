import { z } from 'zod';
import { settingParts } from '../parts.js';

/** The settings of all parts, in one object. */
type Shape = Intersection<(typeof settingParts)[number]['shape']>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? { [Name in keyof All]: All[Name] }
  : never;

const shape = Object.assign({}, ...settingParts.map((part) => part.shape)) as Shape;

/** The whole configuration: environment names and their schemas. */
export const settingsSchema = z.strictObject(shape);

export type Settings = Readonly<z.output<typeof settingsSchema>>;
export type SettingName = keyof Settings;

/** The names of all settings. */
export const settingNames: readonly SettingName[] = Object.freeze(settingsSchema.keyof().options);
