import { objectAt, textAt, type JsonObject } from '../../../json/json.js';
import { documentFamily } from '../../family.js';

/** Compares `info.version` on both sides, given that the revision breaks clients or may; silent unless both are semantic versions. */
export const versionBump = documentFamily({
  name: 'version-bump',
  checks: {
    'api-version-not-bumped': ['info', 'none', 'info', 'lifecycle', 'change'],
    'api-version-decreased': ['info', 'none', 'info', 'lifecycle', 'decrease'],
    'api-major-version-not-bumped': ['info', 'none', 'info', 'lifecycle', 'increase'],
  },
  compare: ({ base, revision }, { worst }) => {
    const breaks = worst === 'error' ? 'breaks' : 'may break';
    const [before, after] = [readVersion(base.root), readVersion(revision.root)];
    const [from, to] = [parse(before), parse(after)];
    if (!from || !to) return [];
    const tokens = ['info', 'version'];
    const order = from.map((part, index) => to[index]! - part).find((difference) => difference !== 0) ?? 0;
    if (order === 0) {
      const message = `the revision ${breaks} clients, and the version is still ${before}`;
      return [{ id: 'api-version-not-bumped', tokens, message }];
    }
    if (order < 0)
      return [{ id: 'api-version-decreased', tokens, message: `the version decreased from ${before} to ${after}` }];
    const leading = from[0] === 0 ? 1 : 0;
    if (to.slice(0, leading + 1).join() !== from.slice(0, leading + 1).join()) return [];
    const message = `the revision ${breaks} clients, and the version only changed from ${before} to ${after}`;
    return [{ id: 'api-major-version-not-bumped', tokens, message }];
  },
});

function readVersion(document: JsonObject): string {
  return textAt(objectAt(document['info'])['version']) ?? '';
}

function parse(version: string): readonly number[] | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version);
  return match ? match.slice(1).map(Number) : null;
}
