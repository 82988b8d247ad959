import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCopy, repository } from '../command/built-package.js';
import { runProgram } from './run-program.js';

export interface PackedPackage {
  /** The file that a registry would serve. */
  readonly tarball: string;
  /** The same for @svckit/service. */
  readonly serviceTarball: string;
  /** The same for @svckit/stores. */
  readonly storesTarball: string;
  /** Outside this repository, so that no package is found by accident. */
  readonly folder: string;
  remove(): void;
}

/**
 * The packed packages, svckit with its types, and an empty folder to install them in. Suites that run one after the other with the same
 * SVC_PACKED, a folder, build and pack them once.
 */
export async function packPackage(): Promise<PackedPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-packed-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const shared = process.env['SVC_PACKED'];
  const list = shared === undefined ? null : join(shared, 'tarballs.json');
  try {
    if (list && existsSync(list)) return { ...(JSON.parse(readFileSync(list, 'utf8')) as Tarballs), folder, remove };
    if (shared !== undefined) mkdirSync(shared, { recursive: true });
    const tarballs = await packInto(shared ?? folder);
    if (list) writeFileSync(list, JSON.stringify(tarballs));
    return { ...tarballs, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

type Tarballs = Pick<PackedPackage, 'tarball' | 'serviceTarball' | 'storesTarball'>;

async function packInto(folder: string): Promise<Tarballs> {
  const built = await buildCopy();
  try {
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md'].filter((file) => existsSync(join(repository, file)))) {
      copyFileSync(join(repository, name), join(built.folder, name));
    }
    cpSync(join(repository, 'docs'), join(built.folder, 'docs'), { recursive: true });
    const service = join(built.folder, 'service');
    mkdirSync(service);
    const stores = join(built.folder, 'stores');
    mkdirSync(stores);
    const { buildService, buildStores, writePackageTypes, writeStoresTypes } = (await import(
      new URL('../../esbuild.config.mjs', import.meta.url).href
    )) as {
      writePackageTypes(folder: string): void;
      buildService(folder: string): Promise<void>;
      buildStores(folder: string): Promise<void>;
      writeStoresTypes(folder: string): void;
    };
    writePackageTypes(join(built.folder, 'dist/types'));
    await buildService(join(service, 'dist'));
    await buildStores(join(stores, 'dist'));
    writeStoresTypes(join(stores, 'dist/types'));
    for (const name of ['package.json', 'LICENSE']) copyFileSync(join(repository, 'stores', name), join(stores, name));
    for (const name of ['package.json', 'index.d.ts', 'LICENSE'])
      copyFileSync(join(repository, 'service', name), join(service, name));
    return {
      tarball: await pack(built.folder, folder),
      serviceTarball: await pack(service, folder),
      storesTarball: await pack(stores, folder),
    };
  } finally {
    built.remove();
  }
}

async function pack(source: string, folder: string): Promise<string> {
  const { stdout } = await runProgram(
    ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
    source,
  );
  return join(folder, stdout.trim());
}
