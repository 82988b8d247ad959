import { createHash } from 'node:crypto';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { Finding, FindingPlace, OperationIdentity } from '../finding.js';
import { distinctOperations, mostSevereFirst, placeOfFinding } from './group-causes.js';

/** The most findings of one check and level that are listed one by one for a component, an operation or the document. */
export const mostAlike = 500;

/** The first of the folded findings that the message names. */
const mostNamed = 3;

/**
 * Folds the findings of one check and level beyond the first of what holds them into one. Findings are read one at a time and those that
 * are folded are not kept, so that a component with 90,000 changes takes the memory of those first.
 */
export function foldAlike(findings: Iterable<Finding>, mostPlaces: number): readonly Finding[] {
  const groups = new Map<string, { shown: number; readonly rest: Rest }>();
  const shown: Finding[] = [];
  for (const finding of findings) {
    const key = holderOf(finding);
    const group = groups.get(key) ?? { shown: 0, rest: openRest(mostPlaces) };
    groups.set(key, group);
    if (group.shown < mostAlike) shown.push(finding);
    else group.rest.add(finding);
    group.shown += 1;
  }
  return [...shown, ...[...groups.values()].flatMap(({ rest }) => rest.finish())];
}

/** What is folded together: the check, the level, and what the report lists the finding under. */
function holderOf({ id, level, isByTheLetter, component, method, path, apiVersion, apiVersions }: Finding): string {
  return JSON.stringify([id, level, isByTheLetter, component, method, path, apiVersion, apiVersions]);
}

interface Rest {
  readonly add: (finding: Finding) => void;
  readonly finish: () => readonly Finding[];
}

/** Collects the facts of a finding that replaces many. */
function openRest(mostPlaces: number): Rest {
  let first: Finding | null = null;
  let prefix: readonly string[] = [];
  let reached = 0;
  const seen = new Set<string>();
  const named: string[] = [];
  const places: FindingPlace[] = [];
  const operations = new Map<OperationIdentity, OperationIdentity>();
  return {
    add: (finding) => {
      const { pointer, message, reach } = finding;
      const digest = digestOf(`${pointer} ${message}`);
      if (seen.has(digest)) return;
      seen.add(digest);
      prefix = first === null ? tokensOf(pointer) : sharedStart(prefix, pointer);
      first ??= finding;
      reached += reach?.places ?? 1;
      if (named.length < mostNamed) named.push(message);
      if (places.length < mostPlaces) places.push(...(finding.places ?? [placeOfFinding(finding)]));
      for (const one of distinctOperations([finding])) operations.set(one, one);
    },
    finish: () => {
      if (first === null) return [];
      if (seen.size === 1) return [first];
      const { witness: _, renamed: __, moved: ___, fix: ____, reach: _____, ...head } = first;
      return [
        Object.freeze({
          ...head,
          pointer: pointerTo(prefix),
          message: `${seen.size} more results of this check, such as ${named.join('; ')}`,
          folded: Object.freeze({
            results: seen.size,
            digest: digestOf([...seen].toSorted(codeUnitOrder).join(' ')),
          }),
          ...(operations.size > 0 && {
            reach: Object.freeze({ operations: Object.freeze([...operations.keys()]), places: reached }),
          }),
          places: Object.freeze(mostSevereFirst(places).slice(0, mostPlaces)),
        }),
      ];
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The tokens that a pointer has in common with others. */
function sharedStart(tokens: readonly string[], pointer: string): readonly string[] {
  const other = tokensOf(pointer);
  const end = tokens.findIndex((token, index) => token !== other[index]);
  return end === -1 ? tokens : tokens.slice(0, end);
}
