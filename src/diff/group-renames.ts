import { isObject, listAt, lookupKey, type Json, type JsonObject } from '../json/json.js';
import { pointerTo, tokensOf, valueAt } from '../json/pointer.js';
import { joinWords } from '../text/join-words.js';
import { compareVersions, NEXT } from '../text/version-order.js';
import { bringTogether } from '../report/group-results.js';
import { checks } from './checks/checks.js';
import type { Finding } from './finding.js';
import { versionsOf } from '../report/result.js';
import { findOrigin } from '../openapi/references/find-origin.js';
import { distinctOperations, inRank, mostSevereFirst, placeOfFinding } from './causes/group-causes.js';
import { nameComponent } from './causes/name-component.js';
import { isAnnotation } from '../jsonschema/walk-keywords.js';

/** A removed property, and the added one that seems to replace it, at one place. */
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
  const isShared = (group: readonly [Rename, ...Rename[]]) => group.length > 1 || group[0].removed.reach !== undefined;
  const shared = groups.filter(isShared);
  const merged = new Set(shared.flatMap((group) => group.flatMap(({ removed, added }) => [removed, added])));
  const single = new Map(groups.flatMap((group) => (isShared(group) ? [] : [[group[0].removed, group[0]] as const])));
  return withRemedies([
    ...shared.map(mergeRenames),
    ...findings
      .filter((finding) => !merged.has(finding))
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
    if (!finding.renamed) continue;
    const key = keyOf(finding);
    versions.set(key, new Set([...(versions.get(key) ?? []), ...versionsOf(finding)]));
  }
  return findings.map((finding) => {
    if (!finding.renamed) return finding;
    const { from, to } = finding.renamed;
    const guess = finding.reach ? '' : `"${from}" seems renamed to "${to}". `;
    const known = [...(versions.get(keyOf(finding)) ?? [])].toSorted(compareVersions);
    const fix = `${guess}${adviseRename(from, to, known)}`.trim();
    const { fix: _, ...others } = finding;
    return Object.freeze(fix === '' ? others : { ...others, fix });
  });
}

/** What the author of the change can do instead; in a service, versions are made by changes. Nothing for what is not released. */
function adviseRename(from: string, to: string, all: readonly string[]): string {
  const versions = all.filter((version) => version !== NEXT);
  if (versions.length === 0 && all.length > 0) return '';
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

/** Where some removals or additions are folded, nothing shows that two names are the only ones. */
function findRenames(findings: readonly Finding[], base: JsonObject, revision: JsonObject): readonly Rename[] {
  const holderOf = ({ id, component, method, path }: Finding) => JSON.stringify([id, component, method, path]);
  const folded = new Set(findings.filter((finding) => finding.folded).map(holderOf));
  const properties = findings.flatMap((finding) => {
    if (folded.size > 0 && folded.has(holderOf(finding))) return [];
    const { kind, action } = checks[finding.id];
    const tokens = tokensOf(finding.pointer);
    const isProperty = kind === 'existence' && tokens.at(-2) === 'properties';
    return isProperty && (action === 'remove' || action === 'add') ? [{ finding, tokens, action } as const] : [];
  });
  const places = bringTogether(properties, ({ finding: { method, path, apiVersion }, tokens }) => [
    method,
    path,
    apiVersion,
    tokens.slice(0, -2),
  ]);
  const shapeIn = { remove: shapeReader(base), add: shapeReader(revision) };
  return places.flatMap((place) => {
    const shaped = place.flatMap(({ finding, tokens, action }) => {
      const shape = shapeIn[action](tokens);
      return shape === null ? [] : [{ finding, tokens, action, shape }];
    });
    return bringTogether(shaped, ({ shape }) => [shape]).flatMap((alike): readonly Rename[] => {
      const [removed, ...rivals] = alike.filter(({ action }) => action === 'remove');
      const [added, ...others] = alike.filter(({ action }) => action === 'add');
      if (!removed || !added || rivals.length > 0 || others.length > 0) return [];
      const [from, to] = [removed.tokens.at(-1)!, added.tokens.at(-1)!];
      const owner = findOrigin(base, removed.tokens).slice(0, -2);
      return [{ removed: removed.finding, added: added.finding, owner, from, to }];
    });
  });
}

/** Reads what a property allows, and whether it is required: equal for one property under two names. Null for one that allows anything. */
function shapeReader(document: JsonObject): (tokens: readonly string[]) => Json {
  const required = new Map<JsonObject, ReadonlySet<Json>>();
  const requiredBy = (owner: JsonObject): ReadonlySet<Json> => {
    const names = required.get(owner) ?? new Set(listAt(owner['required']));
    required.set(owner, names);
    return names;
  };
  return (tokens) => {
    const origin = findOrigin(document, tokens);
    const schema = valueAt(document, origin);
    const keywords = Object.entries(isObject(schema) ? schema : {}).filter(([keyword]) => !isAnnotation(keyword));
    if (keywords.length === 0) return null;
    const owner = valueAt(document, origin.slice(0, -2));
    return lookupKey([Object.fromEntries(keywords), isObject(owner) && requiredBy(owner).has(tokens.at(-1)!)]);
  };
}

function mergeRenames(group: readonly [Rename, ...Rename[]]): Finding {
  const [first] = group;
  const members = group.flatMap(({ removed, added }) => [removed, added]);
  const worst = members.toSorted(inRank)[0]!;
  const named = nameComponent(first.owner);
  const inside = named?.trail ? `${named.trail}.` : '';
  return Object.freeze({
    ...worst,
    method: null,
    path: null,
    operationId: null,
    pointer: pointerTo([...first.owner, 'properties', first.from]),
    message: `property "${inside}${first.from}" seems renamed to "${inside}${first.to}"`,
    component: named?.component ?? `#${pointerTo(first.owner)}`,
    renamed: { from: first.from, to: first.to },
    reach: Object.freeze({
      operations: distinctOperations(members),
      places: group.reduce((sum, { removed }) => sum + (removed.reach?.places ?? 1), 0),
    }),
    places: Object.freeze(mostSevereFirst(members.flatMap((member) => member.places ?? [placeOfFinding(member)]))),
  });
}
