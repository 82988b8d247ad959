import type { Prepared, VerifySeeds } from '../../routing/table/verify-options.js';
import { CommandFailure } from '../command-failure.js';

/** What the `before` hook of the seeds prepares in the running service; nothing without one. */
export async function runBefore(before: VerifySeeds['before'], url: string): Promise<Prepared> {
  if (!before) return {};
  try {
    return (await before({ url, fetch })) ?? {};
  } catch (error) {
    throw new CommandFailure(`verify.seeds.before failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
