import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { deepestNesting } from './json.js';

/** What a YAML text consists of, and the text that the places of the events are in: it has the same lines. */
export interface YamlEvents {
  readonly events: Event[];
  readonly text: string;
}

/** The most lines of a text that are moved to the right; each is found by reading the text up to it. */
const mostMoved = 500;

/**
 * Reads YAML 1.2, and lines inside of brackets that are not indented as it demands: most programs read a bracket that closes as far left as its
 * key. Throws YAMLException.
 */
export function readYamlEvents(written: string): YamlEvents {
  let text = written;
  let first: YAMLException | undefined;
  for (let moved = 0; ; moved++) {
    try {
      return { events: parseEvents(text, { maxDepth: deepestNesting }), text };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      first ??= error;
      if (error.reason !== 'deficient indentation' || !error.mark || moved === mostMoved) throw first;
      text = moveRight(text, error.mark.line);
    }
  }
}

/** The text with a line, counted from 0, indented more than the line before it is long. */
function moveRight(text: string, line: number): string {
  let [before, start] = [0, 0];
  for (let count = 0; count < line; count++) [before, start] = [start, text.indexOf('\n', start) + 1];
  const rest = text.slice(start).replace(/^[ \t]*/, '');
  return `${text.slice(0, start)}${' '.repeat(start - before)}${rest}`;
}
