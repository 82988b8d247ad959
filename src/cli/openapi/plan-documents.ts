import { basename, join } from 'node:path';
import { usageError } from '../command-failure.js';

/** How a document is written. */
export type DocumentFormat = 'json' | 'yaml';

/** What `--format` takes: how an OpenAPI document is written, or another kind of document. */
export type ExportFormat = DocumentFormat | 'asyncapi';

export interface ExportOptions {
  readonly apiVersion?: string;
  readonly out?: string;
  readonly format?: ExportFormat;
  readonly all?: boolean;
  readonly outDir?: string;
  readonly check?: boolean;
  /** The previews that are on. */
  readonly preview?: readonly string[];
}

export interface PlannedDocument {
  /** undefined: apiVersion of the definition, else the version that is served by default. */
  readonly version: string | undefined;
  /** null: standard output. */
  readonly file: string | null;
  readonly kind: DocumentKind;
  readonly format: DocumentFormat;
}

/** An OpenAPI document, or the webhooks of one as AsyncAPI. */
export type DocumentKind = 'openapi' | 'asyncapi';

/** Which documents to write where. Throws if the options contradict each other. */
export function planDocuments(options: ExportOptions, versions: readonly string[]): readonly PlannedDocument[] {
  refuseContradictions(options);
  const { all, outDir, out = '-', apiVersion } = options;
  const kind: DocumentKind = options.format === 'asyncapi' ? 'asyncapi' : 'openapi';
  const format = options.format === undefined || options.format === 'asyncapi' ? formatOf(out) : options.format;
  if (!all) return [{ version: apiVersion, file: isStandardOutput(out) ? null : out, kind, format }];
  const plan = (version: string | null) => ({
    version: version ?? undefined,
    file: join(outDir!, documentName(kind, version, format)),
    kind,
    format,
  });
  return versions.length === 0 ? [plan(null)] : versions.map(plan);
}

const isStandardOutput = (out: string | undefined) => out === undefined || out === '-' || out === '/dev/stdout';

/** The names in the folder of `--all` that look like documents of this format, but are none of the planned ones. */
export function staleDocuments(names: readonly string[], planned: readonly PlannedDocument[]): readonly string[] {
  const current = planned.map(({ file }) => basename(file!));
  const isDocument = (name: string) =>
    planned.some(
      ({ kind, format }) =>
        new RegExp(String.raw`^${kind}(?:-[\w.~-]+)?$`).test(basename(name, `.${format}`)) &&
        name.endsWith(`.${format}`),
    );
  return names.filter((name) => isDocument(name) && !current.includes(name)).toSorted();
}

/** `openapi-2.json`; `openapi.json` for an API without versions. */
function documentName(kind: DocumentKind, version: string | null, format: DocumentFormat): string {
  return `${kind}${version === null ? '' : `-${version}`}.${format}`;
}

function formatOf(file: string): DocumentFormat {
  return /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
}

function refuseContradictions({ all, outDir, out, apiVersion, check, preview }: ExportOptions): void {
  if (all && preview !== undefined)
    throw usageError('--all writes the released versions, which have no preview. Omit --all or --preview.');
  if (all && apiVersion !== undefined) throw usageError('--all writes every version. Omit --all or --api-version.');
  if (all && out !== undefined) throw usageError('--all writes several files. Use --out-dir instead of --out.');
  if (all && outDir === undefined) throw usageError('--all needs a folder. Use --all --out-dir openapi.');
  if (!all && outDir !== undefined)
    throw usageError('--out-dir needs --all. Use --all --out-dir <folder>, or --out <file> for one document.');
  if (check && !all && isStandardOutput(out))
    throw usageError('--check needs files to compare. Use --out <file> --check, or --all --out-dir <folder> --check.');
  if (out === '' || outDir === '') throw usageError('--out and --out-dir need a path.');
}
