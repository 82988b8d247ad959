import { tools } from './consumer-folder.js';

/** Installs tools/ as its lockfile says, unless it is. */
export default async function installTools(): Promise<void> {
  const { installFolder } = (await import(new URL('../../scripts/install-folder.mjs', import.meta.url).href)) as {
    installFolder(folder: string): void;
  };
  installFolder(tools);
}
