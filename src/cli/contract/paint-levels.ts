import type { Paint } from '../../contract/diff/reporters/report-pretty.js';
import type { Io, OutputStream } from '../io.js';
import { coloursFor } from '../terminal/colours.js';

/** Red, yellow and blue on a terminal that shows colours. */
export function paintLevels(stream: OutputStream, env: Io['env']): Paint {
  const colours = coloursFor(stream, env);
  const paints = { error: colours.red, warning: colours.yellow, info: colours.blue };
  return (level, text) => paints[level](text);
}
