import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReadDocument } from '../../contract/documents/document-places.js';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import type { DocumentsSettings, NamedDocument } from '../../export/index.js';
import { objectAt, textAt } from '../../json/json.js';
import { formatPlace } from '../../report/result.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { isVersion } from '../../routing/versioning/versions.js';
import { compareVersions } from '../../text/version-order.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { bundleFile, bundleText, type ReadingIo } from './bundle-files.js';
import { partOfDocument } from './part-of-document.js';
import { runDocumentCommand } from './run-document-command.js';

/** Reads the documents of a configuration in a folder, relative to the working directory. Throws with the line that names an unreadable one. */
export async function readConfigured(
  { documents, versioning }: DocumentsSettings,
  folder: string,
  io: ReadingIo,
): Promise<readonly ReadDocument[]> {
  const printed = new Map<string, Promise<Bundle>>();
  const print = (command: string) => {
    const known = printed.get(command) ?? bundlePrinted(command, folder, io);
    printed.set(command, known);
    return known;
  };
  return Promise.all(
    documents.map(async (document) => {
      const { version, origin, deprecation, source } = document;
      const printedBy = origin.kind === 'command' ? source : null;
      try {
        const whole =
          origin.kind === 'file' ? await bundleFile(join(folder, origin.file), io) : await print(origin.command);
        const bundle = readPart(whole, document, documents, versioning);
        return { version, bundle, deprecation, printedBy };
      } catch (error) {
        if (!(error instanceof CommandFailure) || source === null) throw error;
        throw new CommandFailure(`${formatPlace(source)}: ${error.message}`, error.exitCode);
      }
    }),
  );
}

/** What a document has for one of the versions that share it. */
export function readPart(
  whole: Bundle,
  { paths }: Pick<NamedDocument, 'paths'>,
  documents: readonly Pick<NamedDocument, 'paths'>[],
  versioning: VersioningOptions | undefined,
): Bundle {
  if (paths === null) return whole;
  const isInPath = versioning === undefined || versioningScheme(versioning)!.segment('1') !== '';
  return partOfDocument(
    whole,
    paths,
    documents.flatMap((one) => one.paths ?? []),
    isInPath,
  );
}

/** References of a printed document are relative to the folder of its command. */
async function bundlePrinted(command: string, folder: string, io: ReadingIo): Promise<Bundle> {
  const text = await runDocumentCommand(command, resolve(io.cwd, folder));
  return bundleText(text, `the output of ${JSON.stringify(command)}`, join(folder, 'printed'), io);
}

/** A document as `--document` names it. */
export interface NamedFile {
  readonly file: string;
  /** null where it is not given. */
  readonly version: string | null;
}

/** Reads `openapi.yaml` and `v2.yaml=2`. Throws for a version that is none. */
export function parseNamedFile(text: string, cwd: string): NamedFile {
  const at = text.lastIndexOf('=');
  if (at < 0 || existsSync(resolve(cwd, text))) return { file: text, version: null };
  const [file, version] = [text.slice(0, at), text.slice(at + 1)];
  if (file !== '' && isVersion(version)) return { file, version };
  throw usageError(`--document ${JSON.stringify(text)} has no version after =. Use openapi.yaml, or v2.yaml=2.`);
}

/** Reads the documents of `--document`, lowest version first. */
export async function readNamed(names: readonly string[], io: ReadingIo): Promise<readonly ReadDocument[]> {
  const named = names.map((text) => parseNamedFile(text, io.cwd));
  const bundles = await Promise.all(named.map(({ file }) => bundleFile(file, io)));
  return withVersions(named, bundles)
    .map(({ version }, index) => ({ version, bundle: bundles[index]!, deprecation: null, printedBy: null }))
    .toSorted((a, b) => compareVersions(a.version ?? '', b.version ?? ''));
}

/** One document alone is an API without versions; several have the version that is given, else the first number of their release. */
export function withVersions(named: readonly NamedFile[], bundles: readonly Bundle[]): readonly NamedFile[] {
  const known = named.map(({ file, version }, index) => ({
    file,
    version: version ?? (named.length === 1 ? null : majorOf(bundles[index]!, file)),
  }));
  const twice = known.find(({ version }, index) => known.findIndex((one) => one.version === version) < index);
  if (!twice) return known;
  const files = known.filter(({ version }) => version === twice.version).map(({ file }) => file);
  throw usageError(
    `${files.join(' and ')} are both version ${twice.version}. Name the version of each: --document ${files[0]}=1 --document ${files[1]}=2.`,
  );
}

/** `2` for the release 2.4.0, and `2026-09-01` for itself. */
function majorOf({ document }: Bundle, file: string): string {
  const release = textAt(objectAt(document['info'])['version']) ?? '';
  const version = /^v?(\d+)(?:\.\d+)*(?:[-+].*)?$/.exec(release)?.[1] ?? release;
  if (/^\d{4}-\d{2}-\d{2}$/.test(release)) return release;
  if (isVersion(version)) return version;
  throw usageError(`${file} has no info.version, so its version is unknown. Name it: --document ${file}=1.`);
}
