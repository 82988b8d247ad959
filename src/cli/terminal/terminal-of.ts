import type { Paint, Terminal } from '../../report/renderers/render-pretty.js';
import type { Io, OutputStream } from '../io.js';
import { coloursFor, warningColour } from './colours.js';

/** Standard output as the renderer of a report sees it. */
export const terminalOf = ({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Terminal => ({
  columns: stdout.isTTY ? (stdout.columns ?? 80) : null,
  paint: painterFor(stdout, env),
});

function painterFor(stream: OutputStream, env: Io['env']): Paint {
  const colours = coloursFor(stream, env);
  const paints = {
    error: colours.red,
    warning: warningColour(colours),
    info: colours.cyan,
    success: colours.green,
    place: colours.bold,
    title: colours.bold,
    id: colours.dim,
    fix: colours.cyan,
  };
  return (role, text) => paints[role](text);
}
