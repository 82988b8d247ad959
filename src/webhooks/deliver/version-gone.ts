import { describeValue } from '../../changes/read-arguments.js';

/** What becomes of endpoints whose version is gone: they are disabled, or moved to a version. */
export type WhenVersionGone = 'disable' | { readonly moveTo: string };

/** The version that endpoints move to; null where they are disabled. */
export const versionAfter = (rule: WhenVersionGone): string | null => (rule === 'disable' ? null : rule.moveTo);

/** Throws a TypeError for what is no rule, and a RangeError for a version that does not exist. */
export function requireWhenVersionGone(rule: WhenVersionGone, names: readonly string[]): void {
  if (rule === 'disable') return;
  const { moveTo } = (rule ?? {}) as { readonly moveTo?: unknown };
  if (typeof moveTo !== 'string')
    throw new TypeError(
      `WebhooksModule(): whenVersionGone is ${describeValue(rule)}. Write 'disable', or { moveTo: ${JSON.stringify(names.at(-1))} }.`,
    );
  if (!names.includes(moveTo))
    throw new RangeError(
      `WebhooksModule(): whenVersionGone moves to version ${JSON.stringify(moveTo)}, which does not exist. Available: ${names.join(', ')}.`,
    );
}
