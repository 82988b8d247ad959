import { listAt, objectAt, type JsonObject } from '../../json/json.js';
import type { Source } from '../../report/boot-problem.js';
import type { VersionChange } from '../compare/compare-contracts.js';
import { inWritten, tokensInRevision } from '../../diff/place-findings.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import type { Finding } from '../../diff/finding.js';
import { openDocument } from '../../openapi/open-document.js';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import { locateTokens, type WrittenBundle, type WrittenFile } from '../../openapi/references/locate-tokens.js';
import type { LocateTokens } from '../lifecycle/list-lifecycle.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { inParameterOrder } from '../lock/canonical-document.js';

/** A document of a version, and the texts that its places are in. */
export interface WrittenDocument {
  /** null for an API without versions. */
  readonly version: string | null;
  readonly bundle: WrittenBundle;
  /** Where the configuration names the command that printed it; null for a file, whose lines are places. */
  readonly printedBy: Source | null;
}

/** A document that was read, with the files that it refers to. */
export interface ReadDocument extends WrittenDocument {
  readonly bundle: Bundle;
  /** Of the whole version. */
  readonly deprecation: Deprecation | null;
}

/** The places of values of a document. What a command printed has no lines of its own. */
export function locateInDocument(document: WrittenDocument, wanted: readonly (readonly string[])[]): readonly Source[] {
  return locateTokens(document.bundle, wanted).map(({ file, line }) => sourceIn(document, file, line));
}

/** A line of a file of a document. */
export function sourceIn({ printedBy }: WrittenDocument, { name, home }: WrittenFile, line: number | null): Source {
  return printedBy !== null && home.length === 0 ? printedBy : { file: name, line: line ?? 1 };
}

/** Finds where documents have what their locks hold. */
export function lockLocator(documents: readonly WrittenDocument[]): LocateTokens {
  return (version, wanted) => {
    const document = documents.find((one) => one.version === version);
    if (!document) return wanted.map(() => null);
    const written = wanted.map((tokens) => tokensInDocument(tokens, document.bundle.document));
    return locateInDocument(document, written);
  };
}

/** Adds the lines of documents to the findings about their versions; `otherwise` for a version that has none. */
export function placeChanges(
  changes: readonly VersionChange[],
  documents: readonly WrittenDocument[],
  otherwise: Source | null,
): readonly VersionChange[] {
  if (documents.length === 0) return changes;
  return changes.map((change) => ({
    ...change,
    findings: placeInDocuments(change.findings, change.version, documents, otherwise),
  }));
}

/** Adds the lines of documents to the findings that have no place yet. */
export function placeOthers(
  changes: readonly VersionChange[],
  documents: readonly WrittenDocument[],
): readonly VersionChange[] {
  return changes.map((change) => {
    const others = change.findings.filter(({ file }) => file === null);
    const placed = placeInDocuments(others, change.version, documents, null)[Symbol.iterator]();
    return {
      ...change,
      findings: change.findings.map((finding) => (finding.file === null ? placed.next().value! : finding)),
    };
  });
}

/** Adds the lines of documents to findings about a version; `otherwise` for a version that has none. */
export function placeInDocuments(
  findings: readonly Finding[],
  version: string | null,
  documents: readonly WrittenDocument[],
  otherwise: Source | null,
): readonly Finding[] {
  const places = lockLocator(documents)(version, findings.map(tokensInRevision));
  const bundle = documents.find((one) => one.version === version)?.bundle;
  return findings.map((finding, index) => {
    const place = places[index] ?? otherwise;
    return place ? { ...withOwnPointer(finding, bundle), file: place.file, line: place.line } : finding;
  });
}

/** A finding of a lock with the pointer that a converted document has as it is written. */
function withOwnPointer(finding: Finding, bundle: WrittenBundle | undefined): Finding {
  if (bundle?.written === undefined) return finding;
  const pointer = pointerTo(tokensInDocument(tokensOf(finding.pointer), bundle.document));
  const placed = inWritten({ ...finding, pointer }, bundle);
  return placed.pointer === pointer ? finding : placed;
}

/** Where a document has what its lock, whose parameters are sorted, has at some tokens. */
function tokensInDocument(tokens: readonly string[], document: JsonObject): readonly string[] {
  const at = tokens.indexOf('parameters');
  const index = tokens[at + 1];
  if (tokens[0] !== 'paths' || (at !== 2 && at !== 3) || index === undefined || !/^\d+$/.test(index)) return tokens;
  const item = openDocument(document).resolve(objectAt(document['paths'])[tokens[1]!]);
  const written = listAt((at === 2 ? item : objectAt(item[tokens[2]!]))['parameters']);
  const sorted = written.map((_, position) => position).sort((a, b) => inParameterOrder(written[a]!, written[b]!));
  const position = sorted[Number(index)];
  return position === undefined ? tokens : tokens.with(at + 1, String(position));
}
