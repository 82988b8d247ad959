import { loadToolchain, MissingToolError, type Toolchain } from '../../client/toolchain.js';
import { CommandFailure } from '../command-failure.js';

/** Loads TypeScript and openapi-typescript of the project that a folder belongs to. Throws a CommandFailure that names the command to install them. */
export function openToolchain(folder: string): Toolchain {
  try {
    return loadToolchain(folder);
  } catch (error) {
    throw error instanceof MissingToolError ? new CommandFailure(error.message) : error;
  }
}
