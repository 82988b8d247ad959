import type { Source } from '../../report/boot-problem.js';
import { locateProblem, type BootProblem, problem } from '../../report/boot-problem.js';
import { isLevel, type Level } from '../../report/level.js';
import { problemLine } from '../../report/result.js';
import { type DeprecatedOptions, parseDeprecation } from '../../changes/deprecation.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { type ConsumersOptions, consumersFix, isConsumersOptions } from '../../routing/table/consumers-options.js';
import type { DocumentsVersioning } from '../../routing/table/documents-definition.js';
import type { LifecycleOptions } from '../../routing/table/service-options.js';
import type { VerifyOptions } from '../../routing/table/verify-options.js';
import { checkVersioning, versioningOptionNames } from '../../routing/versioning/versioning.js';
import { isVersion } from '../../routing/versioning/versions.js';
import { byTheLetterFix } from '../../routing/table/option-table.js';
import { compareVersions } from '../../text/version-order.js';
import { unknownName } from '../../text/nearest-name.js';
import { findLifecycleFaults } from '../rules/invalid-lifecycle.js';
import { findVerifyFaults } from '../rules/invalid-verify.js';
import { LoadError } from './load-error.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

/** Where a document comes from. */
export type DocumentOrigin =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'command'; readonly command: string };

/** A document that a configuration names. */
export interface NamedDocument {
  /** null for an API without versions. */
  readonly version: string | null;
  readonly origin: DocumentOrigin;
  /** Of the whole version; null where the configuration says nothing. */
  readonly deprecation: Deprecation | null;
  /** The path that the version's own paths are below; null where the whole document is the version's. */
  readonly paths: string | null;
  /** Where the configuration names it. */
  readonly source: Source | null;
}

/** What a configuration says of an API that documents describe. */
export interface DocumentsSettings {
  readonly title: string | null;
  /** Lowest version first. */
  readonly documents: readonly NamedDocument[];
  readonly versioning: DocumentsVersioning | undefined;
  readonly lifecycle: LifecycleOptions | undefined;
  readonly verify: VerifyOptions | undefined;
  readonly consumers: ConsumersOptions | undefined;
  readonly byTheLetter: Level | undefined;
}

type Members = Readonly<Record<string, unknown>>;
type SourceOf = (...tokens: readonly string[]) => Source | null;

/** Reads a definition of documents, from YAML or code. Throws a LoadError with everything that is wrong, each with its place. */
export function readDocumentsSettings(definition: Members, name: string, sourceOf: SourceOf): DocumentsSettings {
  const { title, versions, document, versioning, lifecycle, verify, consumers, byTheLetter } = definition;
  const reader = new Reader(sourceOf);
  reader.refuseUnknown(
    definition,
    ['title', 'versions', 'document', 'versioning', 'lifecycle', 'verify', 'consumers', 'byTheLetter'],
    [],
  );
  if (title !== undefined && (typeof title !== 'string' || title.trim() === ''))
    reader.refuse(['title'], `title is ${quote(title)}.`, 'Write a text, or omit it.');
  const documents = reader.documents(versions, document);
  for (const one of reader.versioningFaults(versioning)) reader.refuse(['versioning'], one.message, one.fix);
  for (const one of findLifecycleFaults(lifecycle)) reader.refuse(['lifecycle'], one.message, one.fix);
  for (const one of findVerifyFaults(verify)) reader.refuse(one.at, one.message, one.fix);
  if (consumers !== undefined && !isConsumersOptions(consumers))
    reader.refuse(['consumers'], `consumers is ${quote(consumers)}.`, consumersFix);
  if (byTheLetter !== undefined && !isLevel(byTheLetter))
    reader.refuse(['byTheLetter'], `byTheLetter is ${quote(byTheLetter)}.`, byTheLetterFix);
  if (reader.problems.length > 0)
    throw new LoadError(
      `${name} cannot be used.\n${reader.problems.map(problemLine).join('\n')}`,
      'See docs/documents-alone.md of svckit for an example.',
    );
  return Object.freeze({
    title: (title as string | undefined) ?? null,
    documents: documents.toSorted((a, b) => compareVersions(a.version ?? '', b.version ?? '')),
    versioning: (versioning as DocumentsVersioning | null | undefined) ?? undefined,
    lifecycle: lifecycle as LifecycleOptions | undefined,
    verify: verify as VerifyOptions | undefined,
    consumers: consumers as ConsumersOptions | undefined,
    byTheLetter: byTheLetter as Level | undefined,
  });
}

const notByCode = ['versions', 'match', 'pin', 'report'];

/** Collects what is wrong. */
class Reader {
  readonly problems: BootProblem[] = [];
  constructor(readonly sourceOf: SourceOf) {}

  refuse(at: readonly string[], message: string, fix: string): null {
    this.problems.push(
      locateProblem(problem('invalid-documents', message, fix, { source: this.sourceOf(...at) }), () => null),
    );
    return null;
  }

  refuseUnknown(value: Members, known: readonly string[], at: readonly string[]): void {
    for (const name of Object.keys(value).filter((one) => !known.includes(one)))
      this.refuse([...at, name], unknownName('option', name, known), '');
  }

  documents(versions: unknown, document: unknown): readonly NamedDocument[] {
    if (versions !== undefined && document !== undefined) {
      this.refuse(['document'], 'Both versions and document are given.', 'Name every document in versions.');
      return [];
    }
    if (versions === undefined) return listOf(this.#document(null, document, ['document']));
    if (!isObject(versions) || Object.keys(versions).length === 0) {
      this.refuse(['versions'], `versions is ${quote(versions)}.`, 'Write versions: { "1": openapi/v1.yaml }.');
      return [];
    }
    return Object.entries(versions).flatMap(([version, given]) => {
      if (!isVersion(version))
        this.refuse(
          ['versions', version],
          `${quote(version)} is not a version.`,
          "Use letters, digits, '.', '_', '~' and '-', such as \"1\" or \"2026-09-01\".",
        );
      return listOf(this.#document(version, given, ['versions', version]));
    });
  }

  #document(version: string | null, given: unknown, at: readonly string[]): NamedDocument | null {
    const value = typeof given === 'string' ? { file: given } : given;
    const what = version === null ? 'document' : `The document of version ${version}`;
    if (!isObject(value)) return this.refuse(at, `${what} is ${quote(given)}.`, namedDocument);
    this.refuseUnknown(value, ['file', 'command', 'deprecated', 'paths'], at);
    const { file, command, deprecated, paths = null } = value;
    if ((file === undefined) === (command === undefined))
      return this.refuse(at, `${what} has ${file === undefined ? 'no file' : 'a file and a command'}.`, namedDocument);
    const written = file ?? command;
    if (typeof written !== 'string' || written.trim() === '')
      return this.refuse(at, `${what} is ${quote(written)}.`, namedDocument);
    if (paths !== null && (typeof paths !== 'string' || !/^\/.*[^/]$/.test(paths)))
      return this.refuse(
        [...at, 'paths'],
        `paths is ${quote(paths)}.`,
        'Write the beginning of the paths, such as /v1.',
      );
    const origin: DocumentOrigin =
      file === undefined ? { kind: 'command', command: written } : { kind: 'file', file: written };
    const deprecation = deprecated === undefined ? null : this.#deprecation(deprecated, [...at, 'deprecated']);
    return Object.freeze({ version, origin, deprecation, paths, source: this.sourceOf(...at) });
  }

  #deprecation(given: unknown, at: readonly string[]): Deprecation | null {
    if (!isObject(given))
      return this.refuse(at, `deprecated is ${quote(given)}.`, "Write deprecated: { since: '2026-09-01' }.");
    this.refuseUnknown(given, ['since', 'sunset', 'link', 'brownouts'], at);
    const read = parseDeprecation(given as unknown as DeprecatedOptions);
    return 'message' in read ? this.refuse(at, `${read.message}.`, read.fix) : read;
  }

  versioningFaults(versioning: unknown): readonly { readonly message: string; readonly fix: string }[] {
    const coded = isObject(versioning) ? notByCode.filter((name) => Object.hasOwn(versioning, name)) : [];
    const unknown = isObject(versioning)
      ? Object.keys(versioning).filter((name) => !Object.hasOwn(versioningOptionNames, name))
      : [];
    return [
      ...checkVersioning(versioning),
      ...unknown.map((name) => ({
        message: unknownName('option', `versioning.${name}`, Object.keys(versioningOptionNames)),
        fix: '',
      })),
      ...coded.map((name) => ({
        message: `versioning.${name} needs a svckit service.`,
        fix: 'Remove it: documents have no code that it could act on.',
      })),
    ];
  }
}

const listOf = (found: NamedDocument | null) => (found ? [found] : []);

const namedDocument = 'Name a file, such as openapi/v1.yaml, or a command: { command: "npm run -s openapi:v1" }.';
