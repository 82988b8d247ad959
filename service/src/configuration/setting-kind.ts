import { z } from 'zod';
import { type SettingName, settingsSchema } from './settings-schema.js';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A setting's text as the input of its schema: only a decimal number becomes a number, so that 0x10 or a blank is rejected. */
export function toInput(name: SettingName, text: string): unknown {
  const { type } = toJson(name, 'output');
  if (type === 'integer' || type === 'number') return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : 'not a number';
  if (type === 'boolean' && !readsText(name)) return text === 'true' || (text === 'false' ? false : text);
  return text;
}

/** The values of a setting, as the end of the sentence "must …"; null where its schema has a better message. */
export function describeExpectation(name: SettingName): string | null {
  const json = toJson(name, 'output');
  if (json.enum) return `be one of ${json.enum.join(', ')}`;
  if (json.type === 'boolean') return 'be true or false';
  if (json.type === 'integer' || json.type === 'number') return `be ${describeNumber(json)}`;
  if (json.type === 'string' && json.minLength !== undefined) return `have ${describeLength(json)}`;
  return null;
}

function toJson(name: SettingName, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(settingsSchema.shape[name], { io, unrepresentable: 'any' }) as JsonSchema;
}

/** Whether the schema parses text itself, as `z.stringbool()` does. */
function readsText(name: SettingName): boolean {
  return [toJson(name, 'input').type].flat().includes('string');
}

function describeNumber({ type, minimum, maximum: most, exclusiveMinimum }: JsonSchema): string {
  const maximum = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  const kind = type === 'integer' ? 'a whole number' : 'a decimal number';
  const from = exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`;
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
  return `${kind}${minimum === undefined ? from : ` of at least ${minimum}`}${maximum === undefined ? '' : `, at most ${maximum}`}`;
}

function describeLength({ minLength, maxLength }: JsonSchema): string {
  return maxLength === undefined ? `at least ${minLength} characters` : `${minLength} to ${maxLength} characters`;
}
