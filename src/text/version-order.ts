import { codeUnitOrder } from './code-unit-order.js';

/** The name of what is written and not released: served to requests that name it, and part of no promise. */
export const NEXT = 'next';

/** `version 2`; `next` for what is not released. */
export const versionInWords = (version: string) => (version === NEXT ? NEXT : `version ${version}`);

/** `v2`; `next` for what is not released. */
export const versionTag = (version: string) => (version === NEXT ? NEXT : `v${version}`);

/** `Version 2`, `Next`: `versionInWords` at the start of a sentence. */
export const versionAsTitle = (version: string) => (version === NEXT ? 'Next' : `Version ${version}`);

/** The name of a version, where it is a day; null for other names. */
export const releaseDay = (version: string): string | null => (/^\d{4}-\d{2}-\d{2}$/.test(version) ? version : null);

/** Numbers by value, everything else by code unit, numbers first, and what is not released last: `1 < 2 < 10 < alpha < next`. */
export function compareVersions(a: string, b: string): number {
  if (a === NEXT || b === NEXT) return Number(a === NEXT) - Number(b === NEXT);
  const [isNumberA, isNumberB] = [/^\d+(\.\d+)?$/.test(a), /^\d+(\.\d+)?$/.test(b)];
  if (isNumberA && isNumberB && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return codeUnitOrder(a, b);
}
