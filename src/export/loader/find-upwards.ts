import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The path of `name`, such as `tsconfig.json`, in `folder` or the nearest folder above that has it; null if none does. */
export function findUpwards(folder: string, name: string): string | null {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder ? null : findUpwards(above, name);
}
