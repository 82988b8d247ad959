import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readYaml } from '../../json/read-yaml.js';
import { CommandFailure, usageError } from '../command-failure.js';

const Action = z
  .strictObject({
    target: z.string().startsWith('$', 'must be a JSONPath, such as $.info'),
    description: z.string().optional(),
    update: z.unknown().optional(),
    remove: z.boolean().default(false),
  })
  .refine(({ update, remove }) => update !== undefined || remove, 'must have update or remove: true');

/** OpenAPI Overlay 1.0; members that start with x- are ignored. */
const Overlay = z.object({
  overlay: z.string().regex(/^1\.0\.\d+$/, 'must be the version of the overlay format: 1.0.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  extends: z.string().optional(),
  actions: z.array(z.preprocess(withoutExtensions, Action)).min(1, 'must have an action'),
});

export interface Overlay extends z.infer<typeof Overlay> {
  /** As it was named. */
  readonly name: string;
}

/** Reads an overlay in JSON or YAML; throws with every violation of the format. */
export function readOverlay(name: string, cwd: string): Overlay {
  const { success, data, error } = Overlay.safeParse(parseFile(name, cwd));
  if (success) return { ...data, name };
  const places = error.issues.map(({ path, message }) => `  ${path.join('.') || '(the whole file)'}: ${message}`);
  throw new CommandFailure(`${name} is not an OpenAPI Overlay 1.0:\n${places.join('\n')}`);
}

function parseFile(name: string, cwd: string): unknown {
  try {
    return readYaml(readFileSync(resolve(cwd, name), 'utf8')).value;
  } catch (error) {
    throw usageError(`The overlay ${name} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}

function withoutExtensions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')));
}
