import { bringTogether } from '../../report/group-results.js';
import { compareVersions } from '../../text/version-order.js';
import { distinctOperations, mostSevereFirst, placeOfFinding, shownPlaces } from './group-causes.js';
import type { Concern, Finding } from '../finding.js';
import { versionsOf } from '../../report/result.js';

/**
 * Makes one finding of those that say the same of several versions; the others stay as they are. Operations that several versions declare
 * at places of their own have findings of their own.
 */
export function joinVersions(findings: readonly Finding[]): readonly Finding[] {
  const groups = bringTogether(findings, (finding) => {
    const { id, level, message, component, method, path, pointer, fix, renamed, folded, file, line } = finding;
    const where = component === undefined ? [file, line] : null;
    return [id, level, message, component, method, path, pointer, fix, renamed, folded, where];
  });
  return groups.length === findings.length ? findings : groups.map(join);
}

function join(group: readonly [Finding, ...Finding[]]): Finding {
  const [first, ...others] = group;
  if (others.length === 0) return first;
  const places = group.flatMap((finding) => finding.places ?? [placeOfFinding(finding)]);
  return Object.freeze({
    ...first,
    apiVersion: null,
    apiVersions: Object.freeze([...new Set(group.flatMap(versionsOf))].toSorted(compareVersions)),
    ...(first.reach && {
      reach: Object.freeze({
        operations: distinctOperations(group),
        places: group.reduce((sum, { reach }) => sum + (reach?.places ?? 1), 0),
      }),
    }),
    places: Object.freeze(mostSevereFirst(places).slice(0, shownPlaces)),
    ...(first.concerns && { concerns: joinConcerns(group.flatMap(({ concerns = [] }) => concerns)) }),
  });
}

/** Each consumer once, with all of its releases, and the first place that one of them names. */
export function joinConcerns<One extends Concern>(concerns: readonly One[]): readonly One[] {
  return bringTogether(concerns, ({ consumer }) => consumer).map((same) => ({
    ...mostCertain(same)[0]!,
    where: mostCertain(same).find(({ where }) => where !== null)?.where ?? null,
    releases: [...new Set(same.flatMap(({ releases }) => releases))].toSorted(compareVersions),
  }));
}

const mostCertain = <One extends Concern>(same: readonly One[]) =>
  same.toSorted((a, b) => Number(b.isCertain) - Number(a.isCertain));
