import { BootError } from '../../routing/table/boot-error.js';
import { missingPackage, type PackageNeed } from '../../routing/table/optional-packages.js';

/** Loads the package that an option needs; rejects with a BootError where it is not installed. */
export async function loadPackage<Module>(need: PackageNeed, load: () => Promise<Module>): Promise<Module> {
  return load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new BootError([missingPackage(need)]);
  });
}
