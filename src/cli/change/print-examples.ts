import type { DraftExample } from '../../draft/example.js';
import { putAt } from '../../draft/run-steps.js';
import { isObject, type Json } from '../../json/json.js';
import { showJson } from '../../json/show-json.js';

/** The examples of a way: a line before, and a line after. */
export const exampleLines = (examples: readonly DraftExample[]): readonly string[] =>
  examples.flatMap(({ direction, from, to, open, refused }) => {
    const label = `${direction}:`.padEnd(6);
    return [`${label}${show(from)}`, `    → ${show(marked(marked(to, open, asked), refused, turnedDown))}`];
  });

/** Stand for what JSON cannot say. */
const asked = '\u0000?';
const turnedDown = '\u0000(refused with 400)';

function marked(value: Json, paths: readonly string[], mark: string): Json {
  if (paths.includes('')) return mark;
  const copy: Record<string, Json> = { ...(isObject(value) ? value : {}) } as Record<string, Json>;
  for (const path of paths) putAt(copy, path.split('.'), mark);
  return paths.length > 0 ? copy : value;
}

const show = (value: Json): string =>
  showJson(value, (text) => (text.startsWith('\u0000') ? text.slice(1) : JSON.stringify(text)));
