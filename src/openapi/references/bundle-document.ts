import { textAt, type Json, type JsonObject } from '../../json/json.js';
import { DocumentError, isSwagger, rejectGrowth } from '../load-document-text.js';
import { convertSwagger } from '../swagger/convert-swagger.js';
import { isKeptInSwagger } from '../swagger/prepare-swagger.js';
import { assemble, isRewritten, referenceAt, referenceTo, type ReferenceTexts } from './assemble-bundle.js';
import { type BrokenReference, type DanglingReference, listBroken, placeBroken } from './broken-references.js';
import { listOddReferences } from './odd-references.js';
import { openReferences, type Resolver } from './resolve-reference.js';
import { listObjects, tokensTo, type BundledFile, type Target } from './resource-index.js';
import type { ReadFile, Reading, SourceFile } from './source-file.js';

/** A document whose references all point into itself, and the files that it was made from. */
export interface Bundle {
  readonly document: JsonObject;
  readonly files: readonly BundledFile[];
  /** The document as its files write it, where it was read as something else: with odd references written out, or converted. */
  readonly written?: JsonObject;
  /** The references that lead nowhere; what they stand for may be anything. */
  readonly dangling?: readonly DanglingReference[];
}

/**
 * Reads every file that a document refers to, directly or not, and points each `$ref` at its target inside the bundle.
 * Follows relative and absolute references, `$id`, `$self` and `$anchor` (RFC 3986, JSON Schema 2020-12).
 * Throws DocumentError with the place of every reference that has no target.
 */
export async function bundleDocument(source: SourceFile, location: URL, read: ReadFile): Promise<Bundle> {
  const bundling = bundle(source, location);
  let step = bundling.next();
  while (!step.done)
    step = await read(step.value).then(
      (file) => bundling.next(file),
      (error: unknown) => bundling.throw(error),
    );
  return step.value;
}

/** As `bundleDocument`, with files that are read at once. */
export function bundleDocumentNow(source: SourceFile, location: URL, read: (location: URL) => SourceFile): Bundle {
  const bundling = bundle(source, location);
  let step = bundling.next();
  while (!step.done) {
    let file: SourceFile;
    try {
      file = read(step.value);
    } catch (error) {
      step = bundling.throw(error);
      continue;
    }
    step = bundling.next(file);
  }
  return step.value;
}

function* bundle(source: SourceFile, location: URL): Reading<Bundle> {
  const { root, find, files } = openReferences(source, location);
  const targets = new Map<JsonObject, Target>();
  const ways = createWays();
  const broken: BrokenReference[] = [];
  const dangling: BrokenReference[] = [];
  const wanted = new Map<JsonObject, readonly string[]>();
  const walked = new Set<Json>();
  const open: Target[] = [root];
  for (let part = open.pop(); part; part = open.pop()) {
    for (const written of listObjects(part, walked)) {
      const reference = textAt(written.node['$ref']);
      if (reference === null) continue;
      if (written.isWords) {
        const target = yield* findWords(find(reference, written));
        if (target !== null) targets.set(written.node, target);
        continue;
      }
      const target = yield* find(reference, written);
      if ('wanted' in target) {
        (target.wanted === null ? broken : dangling).push({ written, reference, reason: target.reason });
        if (target.wanted !== null) wanted.set(written.node, target.wanted);
      } else if (!ways.join(written.node, target.node)) {
        dangling.push({ written, reference, reason: 'it leads back to itself' });
        wanted.set(written.node, [...target.file.home, ...tokensTo(target.path), 'itself']);
      } else {
        targets.set(written.node, target);
        open.push(target);
      }
    }
  }
  if (broken.length > 0) throw new DocumentError(listBroken(placeBroken(broken)));
  const others = files();
  const texts = referenceTexts(targets, wanted);
  const isWritten = others.length === 0 && !isRewritten(root.file, texts);
  const written = isWritten ? (root.node as JsonObject) : assemble(root.file, others, texts);
  const isOld = isSwagger(root.node);
  const odd = listOddReferences(root.node, targets, isOld ? isKeptInSwagger : undefined);
  const whole = odd.size === 0 ? written : assemble(root.file, others, texts, { odd, targets });
  if (whole !== written) rejectGrowth(whole, root.file.name);
  const document = isOld ? convertSwagger(whole, root.file.name) : whole;
  return {
    document,
    files: [root.file, ...others],
    ...(document !== written && { written }),
    ...(dangling.length > 0 && { dangling: placeBroken(dangling) }),
  };
}

/** The target of a reference to words; null where it cannot be read, so that the reference stays. */
function* findWords(finding: ReturnType<Resolver['find']>): Reading<Target | null> {
  try {
    const target = yield* finding;
    return 'wanted' in target ? null : target;
  } catch (error) {
    if (error instanceof DocumentError) return null;
    throw error;
  }
}

/** The text that each reference has in the bundle. */
function referenceTexts(
  targets: ReadonlyMap<JsonObject, Target>,
  dangling: ReadonlyMap<JsonObject, readonly string[]>,
): ReferenceTexts {
  const texts = new Map<JsonObject, string>();
  for (const [node, target] of targets) texts.set(node, referenceTo(target, node['$ref'] as string));
  for (const [node, wanted] of dangling) texts.set(node, referenceAt(wanted, node['$ref'] as string));
  return texts;
}

/** The ways that references lead; each ends somewhere, or would be a circle. */
function createWays() {
  const next = new Map<Json, Json>();
  const endOf = (from: Json): Json => {
    const passed: Json[] = [];
    let end = from;
    for (let node = next.get(end); node !== undefined; node = next.get(end)) {
      passed.push(end);
      end = node;
    }
    for (const one of passed) next.set(one, end);
    return end;
  };
  return {
    /** Leads from a value to another; false where that would lead back to itself. */
    join: (from: Json, to: Json): boolean => {
      const end = endOf(to);
      if (end === from) return false;
      next.set(from, end);
      return true;
    },
  };
}
