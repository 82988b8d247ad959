import { type Event, EVENT_ID, getScalarValue, YAMLException } from 'js-yaml';
import { readYamlEvents, type YamlEvents } from './yaml-events.js';

/** The lines of values in a JSON or YAML text, by their tokens from the top; the nearest value around one that is missing. Null for a text that cannot be read. */
export function findLines(written: string, places: readonly (readonly string[])[]): readonly (number | null)[] {
  const top: Wanted = { start: 0, inside: new Map() };
  const trails = places.map((tokens) => addTrail(top, tokens));
  const reading = tryRead(written);
  if (reading === null) return places.map(() => null);
  mark(reading.events, reading.text, top);
  const lineAt = lineFinder(reading.text);
  return trails.map((trail) => lineAt(trail.findLast(({ start }) => start >= 0)!.start));
}

function tryRead(text: string): YamlEvents | null {
  try {
    return readYamlEvents(text);
  } catch (error) {
    if (error instanceof YAMLException) return null;
    throw error;
  }
}

/** A value whose place is looked for: where it starts (-1 until found), and what is looked for inside it. */
interface Wanted {
  start: number;
  readonly inside: Map<string, Wanted>;
}

/** The values on the way to one, itself last. */
function addTrail(top: Wanted, tokens: readonly string[]): readonly Wanted[] {
  const trail = [top];
  for (const token of tokens) {
    const above = trail.at(-1)!;
    const next = above.inside.get(token) ?? { start: -1, inside: new Map() };
    above.inside.set(token, next);
    trail.push(next);
  }
  return trail;
}

/** An open mapping or list, and what is looked for in it. */
interface Frame {
  readonly kind: 'document' | 'mapping' | 'list';
  readonly wanted: Wanted | undefined;
  /** The member that comes next; null while its name is still to come. */
  key: string | null;
  keyStart: number;
  index: number;
}

function mark(events: readonly Event[], text: string, top: Wanted): void {
  const frames: Frame[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      frames.push(openFrame('document', top));
      continue;
    }
    const frame = frames.at(-1)!;
    const start = startOf(event);
    if (frame.kind === 'mapping' && frame.key === null) {
      frame.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : '';
      frame.keyStart = start;
      if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) continue;
      frames.push(openFrame('document', undefined));
      continue;
    }
    const wanted = takeWanted(frame, start);
    if (event.type === EVENT_ID.MAPPING) frames.push(openFrame('mapping', wanted));
    if (event.type === EVENT_ID.SEQUENCE) frames.push(openFrame('list', wanted));
  }
}

function openFrame(kind: Frame['kind'], wanted: Wanted | undefined): Frame {
  return { kind, wanted, key: null, keyStart: -1, index: 0 };
}

/** What is looked for in the value that starts here; marks it as found. */
function takeWanted(frame: Frame, start: number): Wanted | undefined {
  if (frame.kind === 'document') return frame.wanted;
  const token = frame.kind === 'list' ? String(frame.index++) : frame.key!;
  const found = frame.wanted?.inside.get(token);
  if (found) found.start = frame.kind === 'mapping' ? frame.keyStart : start;
  frame.key = null;
  return found;
}

function startOf(event: Exclude<Event, { type: typeof EVENT_ID.POP } | { type: typeof EVENT_ID.DOCUMENT }>): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start;
}

/** The line of an offset, counted from 1. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
