import { objectAt, textAt, type JsonObject } from '../../../json/json.js';
import type { Draft } from '../operation/operation-rule.js';

/** The name under which these findings are told and switched off. */
export const versionBumpRule = 'version-bump';

/** Compares `info.version` on both sides, given that the revision breaks clients; silent unless both are semantic versions. */
export function judgeVersionBump(base: JsonObject, revision: JsonObject): Omit<Draft, 'rule'> | null {
  const [before, after] = [readVersion(base), readVersion(revision)];
  const [from, to] = [parse(before), parse(after)];
  if (!from || !to) return null;
  const tokens = ['info', 'version'];
  const order = from.map((part, index) => to[index]! - part).find((difference) => difference !== 0) ?? 0;
  if (order === 0)
    return {
      id: 'api-version-not-bumped',
      tokens,
      message: `the revision breaks clients, and the version is still ${before}`,
    };
  if (order < 0)
    return { id: 'api-version-decreased', tokens, message: `the version went back from ${before} to ${after}` };
  const leading = from[0] === 0 ? 1 : 0;
  if (to.slice(0, leading + 1).join() !== from.slice(0, leading + 1).join()) return null;
  return {
    id: 'api-major-version-not-bumped',
    tokens,
    message: `the revision breaks clients, and the version went only from ${before} to ${after}`,
  };
}

function readVersion(document: JsonObject): string {
  return textAt(objectAt(document['info'])['version']) ?? '';
}

function parse(version: string): readonly number[] | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version);
  return match ? match.slice(1).map(Number) : null;
}
