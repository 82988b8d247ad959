import { readFile } from 'node:fs/promises';
import { findLines } from '../../json/find-lines.js';
import { readYaml, YamlError } from '../../json/read-yaml.js';
import { LoadError } from './load-error.js';
import { type DocumentsSettings, readDocumentsSettings } from './read-documents-settings.js';
import { isObject } from '../../json/json.js';

/** A configuration that describes an API by its documents. */
export interface LoadedDocuments {
  readonly settings: DocumentsSettings;
  /** The absolute path of the configuration. */
  readonly file: string;
}

/** Whether a configuration is written in YAML, by its name. */
export const isYaml = (file: string) => /\.ya?ml$/i.test(file);

/** Loads a configuration in YAML, which `name` calls in messages. Rejects with a LoadError. */
export async function loadYamlDocuments(file: string, name: string): Promise<LoadedDocuments> {
  const text = await readFile(file, 'utf8');
  const definition = parse(text, name);
  if ('openapi' in definition || 'swagger' in definition)
    throw new LoadError(`${name} is an OpenAPI document, not a configuration.`, `Use --document ${name}.`);
  const sourceOf = (...tokens: readonly string[]) => ({ file: name, line: findLines(text, [tokens])[0] ?? 1 });
  refuseNumbers(definition, text, name, sourceOf);
  return { settings: readDocumentsSettings(definition, name, sourceOf), file };
}

function parse(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const { value } = readYaml(text);
    if (isObject(value)) return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new LoadError(`${name} is not valid YAML: ${error.message}`, 'Fix the line.');
  }
  throw new LoadError(`${name} names no documents.`, 'Write versions: { "1": openapi/v1.yaml }.');
}

/** A version is a text: other readers of the same file take an unquoted 1.10 for the number 1.1. */
function refuseNumbers(
  { versions }: Readonly<Record<string, unknown>>,
  text: string,
  name: string,
  sourceOf: (...tokens: readonly string[]) => { readonly line: number },
): void {
  const names = typeof versions === 'object' && versions !== null ? Object.keys(versions) : [];
  const lines = text.split('\n');
  for (const version of names) {
    if (version.trim() === '' || Number.isNaN(Number(version)) || String(Number(version)) === version) continue;
    const { line } = sourceOf('versions', version);
    const isQuoted = [`"${version}"`, `'${version}'`].some((quoted) => lines[line - 1]!.includes(quoted));
    if (isQuoted) continue;
    throw new LoadError(
      `${name}:${line}: the version ${version} is not quoted, and YAML reads it as the number ${Number(version)}.`,
      `Write "${version}".`,
    );
  }
}
