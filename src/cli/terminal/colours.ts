import { Chalk, type ChalkInstance } from 'chalk';
import type { Io, OutputStream } from '../io.js';

/** Colour only on a terminal that shows it, and only when nobody said no (https://no-color.org). */
export function usesColour({ isTTY }: OutputStream, env: Io['env']): boolean {
  return isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** How warnings and what is deprecated look: yellow cannot be read on white. */
export const warningColour = ({ magenta }: ChalkInstance): ChalkInstance => magenta;

export function coloursFor(stream: OutputStream, env: Io['env']): ChalkInstance {
  return new Chalk({ level: usesColour(stream, env) ? 1 : 0 });
}
