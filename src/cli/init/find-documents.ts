import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sameJson } from '../../json/json.js';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import { CommandFailure } from '../command-failure.js';
import { bundleFile } from '../sources/bundle-files.js';
import { languageOf } from './frameworks.js';

/** A document that can be used. */
export interface FoundDocument {
  /** Relative to the folder of the project, with slashes. */
  readonly file: string;
  readonly bundle: Bundle;
}

/** The documents among some files, and what is wrong with those that cannot be used. */
export interface FoundDocuments {
  readonly documents: readonly FoundDocument[];
  /** Sentences. */
  readonly faults: readonly string[];
}

const largest = 64 << 20;
const byName = /^(?:openapi|swagger)\.(?:ya?ml|json)$/i;
const byText = /^(?:openapi|swagger)[ \t]*:|"(?:openapi|swagger)"\s*:\s*"?[23]\.\d/m;

/** Opens every OpenAPI document among the files of a folder. Of two that say the same, the first one stays. */
export async function findDocuments(folder: string, files: readonly string[]): Promise<FoundDocuments> {
  const documents: FoundDocument[] = [];
  const faults: string[] = [];
  for (const file of files.filter((name) => isCandidate(folder, name))) {
    try {
      const bundle = await bundleFile(file, { cwd: folder });
      if (!documents.some((other) => sameJson(other.bundle.document, bundle.document)))
        documents.push({ file, bundle });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      faults.push(error.message);
    }
  }
  return { documents, faults };
}

/** Whether a file is named like a document, or has the member that makes it one. */
function isCandidate(folder: string, file: string): boolean {
  const name = posix.basename(file);
  if (!/\.(?:ya?ml|json)$/i.test(name) || languageOf(name) !== null) return false;
  const found = statSync(join(folder, file), { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > largest) return false;
  return byName.test(name) || byText.test(readFileSync(join(folder, file), 'utf8'));
}
