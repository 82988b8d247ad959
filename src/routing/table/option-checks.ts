import { isObject } from '../../json/json.js';
import { isToken } from '../../wiring/token.js';
import { isVersion } from '../versioning/versions.js';

export const isBoolean = (value: unknown) => typeof value === 'boolean';
export const isFunction = (value: unknown) => typeof value === 'function';
export const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
export const isNatural = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isSwitch = (value: unknown) => isBoolean(value) || isObject(value);

export const isOneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown) =>
    allowed.includes(value);

export const isListOf = (isEntry: (entry: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isEntry);

export const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown) =>
    typeof value === 'object' && value !== null && names.every((name) => isFunction(value[name as never]));

export const isRoles = (roles: unknown) =>
  Array.isArray(roles) && roles.length > 0 && roles.every((role) => typeof role === 'string');

/** One or more segments below the prefix. */
export const isPath = (value: unknown) => typeof value === 'string' && value.split('/').every(isVersion);

export const isInfo = (info: unknown) =>
  isObject(info) && typeof info.title === 'string' && typeof info.version === 'string';

/** An object with a non-empty member of that name, and an optional description. */
export const isDescribed = (name: string) => (value: unknown) =>
  isObject(value) &&
  typeof value[name] === 'string' &&
  value[name] !== '' &&
  ['undefined', 'string'].includes(typeof value.description);

/** The cors library allows every origin for a value of any other kind. */
export function isOrigin(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry !== 'function' && isOrigin(entry));
  return value === undefined || ['boolean', 'string', 'function'].includes(typeof value) || value instanceof RegExp;
}

/** An origin without a path. */
export const isBareOrigin = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;

export const isMount = (value: unknown) =>
  isObject(value) &&
  typeof value.path === 'string' &&
  /^\/[^?#*:{}]*$/.test(value.path) &&
  (isFunction(value.handler) || isToken(value.handler));
