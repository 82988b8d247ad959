import { pointerTo, tokensOf } from '../json/pointer.js';
import { checks } from './checks/checks.js';
import type { Finding } from './finding.js';
import type { Bundle } from '../openapi/references/bundle-document.js';
import { locateTokens, tokensInWritten } from '../openapi/references/locate-tokens.js';

/**
 * Adds the file and line to the findings that have none: where the revision has what changed, or had it around. In a document that was converted,
 * pointers are those of the document as it is written.
 */
export function placeFindings(findings: readonly Finding[], bundle: Bundle): readonly Finding[] {
  const unplaced = findings.filter(({ file }) => file === null);
  const found = locateTokens(bundle, unplaced.map(tokensInRevision));
  const places = new Map(unplaced.map((finding, index) => [finding, found[index]!]));
  return findings.map((finding) => {
    const place = places.get(finding);
    return place ? { ...inWritten(finding, bundle), file: place.file.name, line: place.line } : finding;
  });
}

/** What was removed from a list has lost its position to another item. */
export function tokensInRevision({ id, pointer }: Finding): readonly string[] {
  const tokens = tokensOf(pointer);
  return checks[id].action === 'remove' && /^\d+$/.test(tokens.at(-1) ?? '') ? tokens.slice(0, -1) : tokens;
}

/** A finding with the pointer that its place has in the document as it is written. */
export function inWritten(finding: Finding, { written }: Pick<Bundle, 'written'>): Finding {
  if (written === undefined) return finding;
  const tokens = tokensOf(finding.pointer);
  const own = tokensInWritten(written, tokens);
  return own === tokens ? finding : { ...finding, pointer: pointerTo(own) };
}
