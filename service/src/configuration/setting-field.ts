import type { z } from 'zod';
import { type SettingName, settingsSchema } from './settings-schema.js';

/** What is known about a setting besides its value. */
export interface SettingField {
  readonly description: string;
  readonly secret: boolean;
  /** A folder, relative to the working directory. */
  readonly folder: boolean;
  readonly default: unknown;
}

/** Reads a setting's schema, unwrapping defaults and optionals. */
export function settingField(name: SettingName): SettingField {
  const field = { description: '', secret: false, folder: false, default: undefined as unknown };
  for (let schema: z.ZodType | undefined = settingsSchema.shape[name]; schema; schema = innerOf(schema)) {
    const { description, secret, folder } = schema.meta() ?? {};
    field.description ||= description ?? '';
    field.secret ||= secret === true;
    field.folder ||= folder === true;
    field.default ??= (schema.def as { readonly defaultValue?: unknown }).defaultValue;
  }
  return field;
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  return (schema.def as { readonly innerType?: z.ZodType }).innerType;
}
