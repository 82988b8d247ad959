import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { ClientVersion } from '../describe-version.js';
import { moduleName } from '../module-name.js';
import { fileMark, renderClient } from '../render-client.js';
import type { Toolchain } from '../toolchain.js';
import type { FoundClient } from './find-clients.js';

export interface Replacement {
  readonly runtime: Readonly<Record<string, string>>;
  readonly suffixOf: (file: string) => string;
  /** The address of the ready client, instead of the server in the document. */
  readonly baseUrl?: string | undefined;
  /** Makes something else of the module of the version. */
  readonly adapt?: (text: string) => string;
}

/** The files of a version's client in the places of others, by their paths. */
export async function replaceClients(
  clients: readonly FoundClient[],
  version: ClientVersion,
  { runtime, suffixOf, baseUrl, adapt = (text) => text }: Replacement,
  toolchain: Toolchain,
): Promise<ReadonlyMap<string, string>> {
  const replaced = new Map<string, string>();
  for (const { file } of clients) {
    const written = await renderClient([version], { runtime, suffix: suffixOf(file), baseUrl }, toolchain);
    const { folder, extension } = splitPath(file);
    for (const { path, text } of written) {
      const name = path.replace(/\.ts$/, '');
      if (name !== moduleName(version.version)) replaced.set(`${folder}${name}${extension}`, text);
      else replaced.set(file, adapt(text));
    }
  }
  return replaced;
}

/** Files in which the compiler reports an error if a module on disk has other types than the one in its place. */
export function compareWithDisk(
  { file, text }: FoundClient,
  { version }: ContractLock,
  suffix: string,
): ReadonlyMap<string, string> {
  const { folder, extension } = splitPath(file);
  return new Map([
    [`${folder}svc-on-disk${extension}`, text],
    [
      `${folder}svc-same.ts`,
      `${fileMark}.
import type { paths as Disk } from './svc-on-disk${suffix}';
import type { paths as Asked } from './${moduleName(version)}${suffix}';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const same: Same<Disk, Asked> = true;
`,
    ],
  ]);
}

export const sameFile = (file: string): string => `${splitPath(file).folder}svc-same.ts`;

/** `/src/api/` and `.d.ts` of `/src/api/v1.d.ts` */
function splitPath(file: string): { readonly folder: string; readonly extension: string } {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return { folder, extension: /\.d\.[cm]?ts$|\.[cm]?ts$/.exec(file)?.[0] ?? '.ts' };
}
