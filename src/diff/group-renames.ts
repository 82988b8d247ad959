import { isObject, listAt, sameJson, textAt, type Json, type JsonObject } from '../json/json.js';
import { pointerTo, tokensOf, valueAt } from '../json/pointer.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import { countOf, joinWords } from '../text/join-words.js';
import { compareVersions } from '../text/version-order.js';
import { levels } from '../report/level.js';
import { bringTogether } from '../report/group-results.js';
import { checks } from './checks/checks.js';
import type { Finding } from './finding.js';
import { findOrigin } from '../openapi/references/find-origin.js';
import { bundledFiles } from '../openapi/references/resolve-reference.js';
import { isAnnotation } from '../jsonschema/walk-keywords.js';

/** A property that went, and the one that seems to have come for it, at one place. */
interface Rename {
  readonly removed: Finding;
  readonly added: Finding;
  /** Where the schema that had the property is written. */
  readonly owner: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Reports a rename that several places share once, and marks every other one. */
export function groupRenames(findings: readonly Finding[], base: JsonObject, revision: JsonObject): readonly Finding[] {
  const renames = findRenames(findings, base, revision);
  if (renames.length === 0) return findings;
  const groups = bringTogether(renames, ({ owner, from, to }) => [owner, from, to]);
  const shared = groups.filter((group) => group.length > 1);
  const told = new Set(shared.flatMap((group) => group.flatMap(({ removed, added }) => [removed, added])));
  const single = new Map(groups.flatMap((group) => (group.length > 1 ? [] : [[group[0].removed, group[0]] as const])));
  return withRemedies([
    ...shared.map(tellOnce),
    ...findings
      .filter((finding) => !told.has(finding))
      .map((finding) => {
        const rename = single.get(finding);
        return rename ? Object.freeze({ ...finding, renamed: { from: rename.from, to: rename.to } }) : finding;
      }),
  ]);
}

/** Says what to do about renames, with all the versions that have the same one. */
export function withRemedies(findings: readonly Finding[]): readonly Finding[] {
  if (findings.every(({ renamed }) => renamed === undefined)) return findings;
  const keyOf = ({ renamed }: Finding) => JSON.stringify([renamed?.from, renamed?.to]);
  const versions = new Map<string, Set<string>>();
  for (const finding of findings) {
    if (!finding.renamed || finding.apiVersion === null) continue;
    const key = keyOf(finding);
    versions.set(key, (versions.get(key) ?? new Set()).add(finding.apiVersion));
  }
  return findings.map((finding) => {
    if (!finding.renamed) return finding;
    const { from, to } = finding.renamed;
    const guess = finding.places ? '' : `"${from}" seems renamed to "${to}". `;
    const known = [...(versions.get(keyOf(finding)) ?? [])].toSorted(compareVersions);
    return Object.freeze({ ...finding, fix: `${guess}${adviseRename(from, to, known)}` });
  });
}

/** What the author of the change can do instead; in a service, versions are made by changes. */
function adviseRename(from: string, to: string, versions: readonly string[]): string {
  if (versions.length === 0)
    return `Keep "${from}" beside "${to}" and deprecate it, or publish the rename in a new version.`;
  return `Keep "${from}" in ${nameVersions(versions)} with a change, such as renamed(schema, { ${to}: '${from}' }), or keep both and deprecate "${from}".`;
}

/** `version 1`, `versions 1 and 2`, `versions 1 to 3` */
function nameVersions(versions: readonly string[]): string {
  if (versions.length === 1) return `version ${versions[0]}`;
  const follow = versions.every((version, index) => index === 0 || Number(version) === Number(versions[index - 1]) + 1);
  return `versions ${versions.length > 2 && follow ? `${versions[0]} to ${versions.at(-1)}` : joinWords(versions)}`;
}

function findRenames(findings: readonly Finding[], base: JsonObject, revision: JsonObject): readonly Rename[] {
  const properties = findings.flatMap((finding) => {
    const { kind, action } = checks[finding.id];
    const tokens = tokensOf(finding.pointer);
    const isProperty = kind === 'existence' && tokens.at(-2) === 'properties';
    return isProperty && (action === 'remove' || action === 'add') ? [{ finding, tokens, action }] : [];
  });
  const places = bringTogether(properties, ({ finding: { method, path, apiVersion }, tokens }) => [
    method,
    path,
    apiVersion,
    tokens.slice(0, -2),
  ]);
  return places.flatMap((place) => {
    const removed = place.filter(({ action }) => action === 'remove');
    const added = place.filter(({ action }) => action === 'add');
    return removed.flatMap(({ finding, tokens }): readonly Rename[] => {
      const shape = shapeOf(base, tokens);
      const rivals = removed.filter((other) => sameJson(shape, shapeOf(base, other.tokens)));
      const partners = added.filter((other) => sameJson(shape, shapeOf(revision, other.tokens)));
      if (shape === null || rivals.length > 1 || partners.length !== 1) return [];
      const owner = findOrigin(base, tokens).slice(0, -2);
      const [partner] = partners;
      return [{ removed: finding, added: partner!.finding, owner, from: tokens.at(-1)!, to: partner!.tokens.at(-1)! }];
    });
  });
}

/** What a property allows, and whether it is required: equal for one property under two names. Null for one that allows anything. */
function shapeOf(document: JsonObject, tokens: readonly string[]): Json {
  const origin = findOrigin(document, tokens);
  const schema = valueAt(document, origin);
  const keywords = Object.entries(isObject(schema) ? schema : {}).filter(([keyword]) => !isAnnotation(keyword));
  if (keywords.length === 0) return null;
  const owner = valueAt(document, origin.slice(0, -2));
  const required = isObject(owner) && listAt(owner['required']).includes(tokens.at(-1)!);
  return [Object.fromEntries(keywords), required];
}

function tellOnce(group: readonly [Rename, ...Rename[]]): Finding {
  const [first] = group;
  const members = group.flatMap(({ removed, added }) => [removed, added]);
  const worst = [...members].sort(
    (left, right) =>
      levels.indexOf(left.level) - levels.indexOf(right.level) ||
      codeUnitOrder(checks[right.id].action, checks[left.id].action) ||
      codeUnitOrder(left.id, right.id),
  )[0]!;
  const operations = new Set(group.map(({ removed: { method, path } }) => `${method} ${path}`));
  const where = `${countOf(group.length, 'place')} of ${countOf(operations.size, 'operation')}`;
  return Object.freeze({
    ...worst,
    method: null,
    path: null,
    operationId: null,
    pointer: pointerTo([...first.owner, 'properties', first.from]),
    message: `property "${first.from}" of ${nameOwner(first.owner)} seems renamed to "${first.to}", in ${where}`,
    renamed: { from: first.from, to: first.to },
    places: Object.freeze(
      members.map(({ id, level, method, path, pointer, message }) => ({ id, level, method, path, pointer, message })),
    ),
  });
}

/** `the schema Item`, `item.yaml`, `pets.yaml#/Pet` */
function nameOwner(owner: readonly string[]): string {
  const [first, second, name, ...rest] = owner;
  if (first === bundledFiles && second !== undefined)
    return owner.length === 2 ? second : `${second}#${pointerTo(owner.slice(2))}`;
  if (first === 'components' && second === 'schemas' && rest.length === 0) return `the schema ${textAt(name)}`;
  return `#${pointerTo(owner)}`;
}
