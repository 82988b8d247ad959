import { objectAt } from '../../json/json.js';
import type { RenderedFile } from '../new/write-files.js';
import { type NamedFile, withVersions } from '../sources/read-documents.js';
import type { FoundDocument } from './find-documents.js';

/** A document as the configuration names it: a file, or a command that prints it. */
export interface ConfiguredDocument {
  /** null for an API without versions. */
  readonly version: string | null;
  readonly file?: string;
  readonly command?: string;
  /** What the version's own paths are below. */
  readonly paths?: string;
}

/** What svc.config.yaml says, and what it needs beside it. */
export interface PlannedConfig {
  readonly documents: readonly ConfiguredDocument[];
  /** The option, as YAML; null where it is found out. */
  readonly versioning: string | null;
  readonly beside: readonly RenderedFile[];
}

/** The configuration of documents in files. Throws where several have one version. */
export function planFiles(found: readonly FoundDocument[], named: readonly NamedFile[]): PlannedConfig {
  const [only] = found;
  const parts = found.length === 1 && named[0]!.version === null ? versionsInPaths(only!) : [];
  const bundles = found.map(({ bundle }) => bundle);
  const documents = parts.length > 1 ? parts : withVersions(named, bundles);
  return { documents, versioning: null, beside: [] };
}

/** The versions whose paths one document has, as in `/v1/books` and `/v2/books`. */
function versionsInPaths({ file, bundle }: FoundDocument): readonly ConfiguredDocument[] {
  const starts = Object.keys(objectAt(bundle.document['paths'])).map((path) =>
    /^((?:\/[^/{}]+)?\/v(\d[\w.-]*))(?:\/|$)/.exec(path),
  );
  const parts = new Map(starts.flatMap((start) => (start ? [[start[1]!, start[2]!]] : [])));
  if (new Set(parts.values()).size < parts.size) return [];
  return [...parts].map(([paths, version]) => ({ version, file, paths }));
}

/** svc.config.yaml, whose editor knows its options by the schema at an address. */
export function renderConfig({ documents, versioning }: PlannedConfig, schema: string): RenderedFile {
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    ...(versioning === null ? [] : [`versioning: ${versioning}`]),
    ...(documents[0]!.version === null
      ? [`document: ${valueOf(documents[0]!)}`]
      : ['versions:', ...documents.map((one) => `  "${one.version}": ${valueOf(one)}`)]),
  ];
  return { path: 'svc.config.yaml', text: `${lines.join('\n')}\n` };
}

function valueOf({ file, command, paths }: ConfiguredDocument): string {
  if (file !== undefined && paths === undefined) return yamlText(file);
  const members = Object.entries({ file, command, paths }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${yamlText(value)}`],
  );
  return `{ ${members.join(', ')} }`;
}

/** Plain where no reader could take it for something else. */
const yamlText = (text: string) => (/^[a-z/][\w ./-]*\w$/i.test(text) ? text : JSON.stringify(text));
