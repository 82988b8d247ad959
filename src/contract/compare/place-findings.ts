import { isObject, listAt, textAt, type Json } from '../../json/json.js';
import { findLines } from '../../json/find-lines.js';
import { childOf, tokensOf, valueAt } from '../../json/pointer.js';
import { checks } from '../diff/checks.js';
import type { Finding } from '../diff/finding.js';
import type { Bundle } from '../diff/references/bundle-document.js';
import { bundledFiles } from '../diff/references/resolve-reference.js';

/** Adds the file and line to the findings that have none: where the revision has what changed, or had it around. */
export function placeFindings(findings: readonly Finding[], { document, files }: Bundle): readonly Finding[] {
  const places = findings.map((finding) => {
    if (finding.file !== null) return null;
    const origin = findOrigin(document, tokensInRevision(finding));
    const isBundled = origin[0] === bundledFiles && origin.length > 1;
    const holder = files.find(({ home }) => home[1] === (isBundled ? origin[1] : undefined))!;
    return { holder, tokens: isBundled ? origin.slice(2) : origin };
  });
  const lines = new Map(
    files.map((file) => {
      const own = places.flatMap((place) => (place?.holder === file ? [place] : []));
      const found =
        own.length === 0
          ? []
          : findLines(
              file.text,
              own.map(({ tokens }) => tokens),
            );
      return [file, new Map(own.map((place, index) => [place, found[index] ?? null]))] as const;
    }),
  );
  return findings.map((finding, index) => {
    const place = places[index];
    return place ? { ...finding, file: place.holder.name, line: lines.get(place.holder)!.get(place)! } : finding;
  });
}

/** What was removed from a list has lost its position to another item. */
function tokensInRevision({ id, pointer }: Finding): readonly string[] {
  const tokens = tokensOf(pointer);
  return checks[id].action === 'remove' && /^\d+$/.test(tokens.at(-1) ?? '') ? tokens.slice(0, -1) : tokens;
}

/** Where a document writes the value that a pointer names with its references written out; of a missing one, what is around it. */
export function findOrigin(document: Json, tokens: readonly string[]): readonly string[] {
  let at: Found = { node: document, tokens: [] };
  for (const token of tokens) {
    const next = step(document, at, token, 0);
    if (!next) break;
    at = next;
  }
  return at.tokens;
}

interface Found {
  readonly node: Json;
  readonly tokens: readonly string[];
}

const longestChain = 100;

/** A member, also of what a reference leads to and of what `allOf` brings together. */
function step(document: Json, { node, tokens }: Found, token: string, depth: number): Found | null {
  if (depth > longestChain) return null;
  const own = childOf(node, token);
  if (own !== undefined) return { node: own, tokens: [...tokens, token] };
  if (!isObject(node)) return null;
  const reference = textAt(node['$ref']);
  if (reference?.startsWith('#')) {
    const target = tokensOf(reference);
    const found = step(document, { node: valueAt(document, target) ?? null, tokens: target }, token, depth + 1);
    if (found) return found;
  }
  for (const [index, member] of listAt(node['allOf']).entries()) {
    const found = step(document, { node: member, tokens: [...tokens, 'allOf', String(index)] }, token, depth + 1);
    if (found) return found;
  }
  return null;
}
