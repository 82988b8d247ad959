import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../json/json.js';
import { DocumentError, loadDocumentText } from '../openapi/load-document-text.js';
import { type Bundle, bundleDocument } from '../openapi/references/bundle-document.js';
import { describeBroken } from '../openapi/references/broken-references.js';
import { type DocumentFiles, filesOnDisk } from '../openapi/references/files-on-disk.js';
import { UnreadableFile } from '../openapi/references/source-file.js';

/** An OpenAPI document that is ready to compare: every reference points into it. */
export interface LoadedDocument {
  /** The document as JSON. What it referred to in other files is under `x-svc-files`. */
  readonly content: JsonObject;
  /** The files that it was read from, its own first; empty for a text or an object that refers to no file. */
  readonly files: readonly string[];
  /** The references that lead to nothing in a file that was read, a sentence each; they are read as anything. */
  readonly notes: readonly string[];
}

/** How a document is loaded. */
export interface LoadOptions {
  /** The file that a text or an object stands for: its references are relative to it, and findings name it. */
  readonly file?: string;
  /** The folder that paths are relative to, also in messages (the working directory). */
  readonly cwd?: string;
}

/** What is behind a loaded document. */
interface Behind extends Bundle {
  /** The name that stands for a text or an object without a file. */
  readonly anonymous: string | null;
}

const loaded = new WeakMap<LoadedDocument, Behind>();

/**
 * Loads an OpenAPI document (3.0 to 3.2, or Swagger 2.0, which becomes 3.0), in YAML or JSON, with the files that it refers to: those of its repository, or below
 * the working directory or its own folder outside one. Never uses the network.
 *
 * @param source - A path, a `file:` URL, the document as an object, or its text: a string of several lines, or one that starts with `{`.
 * @throws {@link DocumentError} for what is not such a document, and for every reference to a file that cannot be read.
 */
export async function loadDocument(source: string | URL | object, options: LoadOptions = {}): Promise<LoadedDocument> {
  const { file, cwd = '.' } = options;
  const folder = resolve(cwd);
  const text = textOf(source);
  const anonymous = text !== null && file === undefined ? 'the document' : null;
  const bundle =
    text === null ? await readFile(pathOf(source as string | URL), folder) : await readText(text, file, folder);
  const names = bundle.files.map(({ name }) => name).filter((name) => name !== anonymous);
  const document: LoadedDocument = Object.freeze({
    content: bundle.document,
    files: Object.freeze(names),
    notes: Object.freeze((bundle.dangling ?? []).map(describeBroken)),
  });
  loaded.set(document, { ...bundle, anonymous });
  return document;
}

/** What `loadDocument` read. Throws TypeError for anything else, such as its promise. */
export function behind(document: LoadedDocument): Behind {
  const found = loaded.get(document);
  if (found) return found;
  throw new TypeError('This is not a loaded document. Load it first: await loadDocument("openapi.yaml").');
}

/** The text of a document; null for a path. */
function textOf(source: string | URL | object): string | null {
  if (source instanceof URL) return null;
  if (typeof source === 'string') return /^\s*\{|\n/.test(source) ? source : null;
  try {
    return JSON.stringify(source, null, 2);
  } catch (error) {
    throw new DocumentError(`The document cannot be written as JSON: ${(error as Error).message}`);
  }
}

function pathOf(source: string | URL): string {
  if (typeof source === 'string') return source;
  if (source.protocol === 'file:') return fileURLToPath(source);
  throw new DocumentError(`${source.href} is not a file, and URLs are not fetched. Pass its path or its text.`);
}

async function readFile(path: string, cwd: string): Promise<Bundle> {
  const files = filesOnDisk(path, cwd);
  try {
    const { name, text } = await files.read(files.locate(path));
    return await bundleText(text, name, path, files);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new DocumentError(`${error.message}. Name an OpenAPI document relative to ${cwd}.`);
  }
}

function readText(text: string, file: string | undefined, cwd: string): Promise<Bundle> {
  if (file !== undefined) return bundleText(text, file, file, filesOnDisk(file, cwd));
  return bundleText(text, 'the document', 'document', {
    locate: (path) => new URL(path, 'file:///'),
    read: async () => {
      throw new UnreadableFile('the document has no folder. Load it with the option file, which says where it is');
    },
  });
}

function bundleText(text: string, name: string, path: string, { locate, read }: DocumentFiles): Promise<Bundle> {
  return bundleDocument({ name, text, value: loadDocumentText(text, name) }, locate(path), read);
}
