import { BootError } from '../../routing/table/boot-error.js';
import { problem } from '../../report/problem.js';

/** An option, the package behind it, and the end of the advice to install it. */
interface Need {
  readonly option: string;
  readonly package: string;
  readonly ending?: string;
}

/** Loads the package that an option needs; rejects with a BootError where it is not installed. */
export async function loadPackage<Module>(need: Need, load: () => Promise<Module>): Promise<Module> {
  return load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const { option, ending = '.' } = need;
    const message = `The option ${option} needs the package ${need.package}, which is not installed.`;
    throw new BootError([problem('invalid-option', message, `Run npm install ${need.package}${ending}`, { option })]);
  });
}
