import { join } from 'node:path';
import { usageError } from '../command-failure.js';

export type DocumentFormat = 'json' | 'yaml';

export interface ExportOptions {
  readonly apiVersion?: string;
  readonly out?: string;
  readonly format?: DocumentFormat;
  readonly all?: boolean;
  readonly outDir?: string;
  readonly check?: boolean;
}

export interface PlannedDocument {
  /** undefined: the version that the definition or the server chooses. */
  readonly version: string | undefined;
  /** null: standard output. */
  readonly file: string | null;
  readonly format: DocumentFormat;
}

/** Which documents are to be written where. Throws when the options do not go together. */
export function planDocuments(options: ExportOptions, versions: readonly string[]): readonly PlannedDocument[] {
  refuseContradictions(options);
  const { all, outDir, out = '-', apiVersion } = options;
  const format = options.format ?? formatOf(out);
  if (!all) return [{ version: apiVersion, file: out === '-' ? null : out, format }];
  if (versions.length === 0) return [{ version: undefined, file: join(outDir!, documentName(null, format)), format }];
  return versions.map((version) => ({ version, file: join(outDir!, documentName(version, format)), format }));
}

/** `openapi-2.json`; `openapi.json` for an API without versions. */
function documentName(version: string | null, format: DocumentFormat): string {
  return `openapi${version === null ? '' : `-${version}`}.${format}`;
}

function formatOf(file: string): DocumentFormat {
  return /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
}

function refuseContradictions({ all, outDir, out, apiVersion, check }: ExportOptions): void {
  if (all && apiVersion !== undefined)
    throw usageError('--all writes every version, so --api-version says nothing beside it. Leave one of them out.');
  if (all && out !== undefined)
    throw usageError('--all writes several files. Name their folder with --out-dir instead of --out.');
  if (all && outDir === undefined)
    throw usageError('--all writes one file per version. Name their folder: --all --out-dir openapi');
  if (!all && outDir !== undefined)
    throw usageError(
      '--out-dir is for --all, which writes one file per version. Write --all --out-dir, or --out <file> for one document.',
    );
  if (check && !all && (out === undefined || out === '-'))
    throw usageError(
      '--check compares with files. Name them: --out openapi.json --check, or --all --out-dir openapi --check',
    );
  if (out === '' || outDir === '') throw usageError('--out and --out-dir take a path.');
}
