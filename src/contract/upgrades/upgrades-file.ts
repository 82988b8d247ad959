import { isObject, type Json, listAt, objectAt, textAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import type { UpgradeStep } from './describe-upgrades.js';

/** The file that lists the versions of an API for `svc upgrade`, beside their contracts. */
export const upgradesName = 'upgrades.json';

export interface PublishedUpgrades {
  readonly title: string;
  /** The names of the contracts beside the file. */
  readonly contracts: readonly string[];
  readonly steps: readonly UpgradeStep[];
}

/** As text, with a final newline. */
export const writeUpgradesFile = (upgrades: PublishedUpgrades): string =>
  `${JSON.stringify({ upgrades: 1, ...upgrades }, null, 2)}\n`;

/** Reads the file; null for a text that is not one, or of a newer format. */
export function parseUpgradesFile(text: string): PublishedUpgrades | null {
  const file = tryParse(text);
  if (!isObject(file) || file['upgrades'] !== 1) return null;
  const contracts = listAt(file['contracts']).flatMap((name) => textAt(name) ?? []);
  const isPlain = contracts.every((name) => /^[\w.~-]+\.json$/.test(name));
  const steps = listAt(file['steps']).map(objectAt).map(readStep);
  return isPlain && steps.every((one) => one !== null)
    ? { title: textAt(file['title']) ?? 'API', contracts, steps }
    : null;
}

function readStep({ version, changes }: Readonly<Record<string, Json | undefined>>): UpgradeStep | null {
  const name = textAt(version);
  const list = listAt(changes).map(objectAt);
  const isWhole = list.every(
    (one) =>
      textAt(one['id']) !== null &&
      textAt(one['title']) !== null &&
      Array.isArray(one['operations']) &&
      listAt(one['subjects']).every(
        (subject) => Array.isArray(objectAt(subject)['moved']) && Array.isArray(objectAt(subject)['altered']),
      ),
  );
  return name === null || !isWhole ? null : { version: name, changes: list as unknown as UpgradeStep['changes'] };
}
