import { findLines } from '../../json/find-lines.js';
import { textAt, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { DocumentError } from '../load-document-text.js';
import { bundledFiles, openReferences } from './resolve-reference.js';
import { listObjects, tokensTo, type BundledFile, type Target } from './resource-index.js';
import type { ReadFile, Reading, SourceFile } from './source-file.js';

/** A document whose references all point into itself, and the files that it was made from. */
export interface Bundle {
  readonly document: JsonObject;
  readonly files: readonly BundledFile[];
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
  const walked = new Set<Json>();
  const open: Target[] = [root];
  for (let part = open.pop(); part; part = open.pop()) {
    for (const written of listObjects(part, walked)) {
      const reference = textAt(written.node['$ref']);
      if (reference === null) continue;
      const target = yield* find(reference, written);
      if (typeof target === 'string') broken.push({ written, reference, reason: target });
      else if (!ways.join(written.node, target.node))
        broken.push({ written, reference, reason: 'it leads back to itself' });
      else {
        targets.set(written.node, target);
        open.push(target);
      }
    }
  }
  if (broken.length > 0) throw new DocumentError(listBroken(broken));
  const others = files();
  const isSelfContained = others.length === 0 && !isRewritten(root.file, targets);
  if (isSelfContained) return { document: root.node as JsonObject, files: [root.file] };
  return assemble(root.file, others, targets);
}

interface BrokenReference {
  readonly written: Target;
  readonly reference: string;
  readonly reason: string;
}

const shownReferences = 20;

/** `api.yaml:12: $ref "pet.yaml" cannot be resolved: pet.yaml does not exist.` */
function listBroken(broken: readonly BrokenReference[]): string {
  const lines = broken
    .slice(0, shownReferences)
    .map(({ written: { file, path }, reference, reason }) => {
      const tokens = [...tokensTo(path), '$ref'];
      const line = findLines(file.text, [tokens])[0] ?? null;
      const place = line === null ? `${file.name}#${pointerTo(tokens)}` : `${file.name}:${line}`;
      return `${place}: $ref ${JSON.stringify(reference)} cannot be resolved: ${reason}.`;
    })
    .toSorted();
  const rest = broken.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n');
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

/** Whether a document without other files needs a copy: for a reference by another name, or an `$id`. */
function isRewritten({ text }: BundledFile, targets: ReadonlyMap<JsonObject, Target>): boolean {
  if (text.includes('$id')) return true;
  for (const [node, target] of targets) if (referenceTo(target, node['$ref'] as string) !== node['$ref']) return true;
  return false;
}

function assemble(root: BundledFile, others: readonly BundledFile[], targets: ReadonlyMap<JsonObject, Target>): Bundle {
  const point = pointer(targets);
  const document = point(root.value) as JsonObject;
  const included = others
    .toSorted((left, right) => (left.home[1]! < right.home[1]! ? -1 : 1))
    .map(({ home, value }) => [home[1]!, point(value)] as const);
  return {
    document: included.length === 0 ? document : { ...document, [bundledFiles]: Object.fromEntries(included) },
    files: [root, ...others],
  };
}

/** Copies what holds a reference whose text changes, or an `$id`, which would move the base of what is inside. */
function pointer(targets: ReadonlyMap<JsonObject, Target>): (value: Json) => Json {
  const copies = new Map<Json, Json>();
  const point = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value) ? value.map(point) : copyObject(value as JsonObject);
    const isSame = Object.keys(value).length === Object.keys(copy).length && !differs(value, copy);
    const result = isSame ? value : copy;
    copies.set(value, result);
    return result;
  };
  const copyObject = (value: JsonObject): JsonObject => {
    const target = targets.get(value);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        if (key === '$ref' && target) return [[key, referenceTo(target, member as string)]];
        if (key === '$id' && typeof member === 'string') return [];
        return [[key, member === undefined ? member : point(member)]];
      }),
    );
  };
  return point;
}

function differs(value: Json, copy: Json): boolean {
  for (const key in value as JsonObject) if ((value as JsonObject)[key] !== (copy as JsonObject)[key]) return true;
  return false;
}

/** A reference that leads to its target already keeps its text. */
function referenceTo({ file, path }: Target, written: string): string {
  const pointer = pointerTo([...file.home, ...tokensTo(path)]);
  if (written.startsWith('#') && pointerTo(tokensOf(written)) === pointer) return written;
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}
