import { isObject, type Json, type JsonObject } from '../json/json.js';
import { touchedBy } from './print-reshape.js';
import type { Step, Way } from './step.js';

/** What becomes of a value. */
export interface Converted {
  readonly to: Json;
  /** Members that somebody must say, as paths; an empty one is the whole value. */
  readonly open: readonly string[];
  /** Members whose value is refused. */
  readonly refused: readonly string[];
}

/** What one conversion makes of a whole value. */
export function runWhole(value: Json, way: Way): Converted {
  const to = way.run(value);
  if (to !== undefined) return { to, open: [], refused: [] };
  return way.invents ? { to: null, open: [''], refused: [] } : { to: null, open: [], refused: [''] };
}

/** What the steps of an object make of a value, down to the older shape or up to the newer one. */
export function runSteps(value: JsonObject, steps: readonly Step[], direction: 'down' | 'up'): Converted {
  const { gone, old } = touchedBy(steps);
  const taken = direction === 'down' ? gone : old;
  const to: Record<string, Json> = Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (taken.includes(name) || one === undefined ? [] : [[name, one]])),
  );
  const open: string[] = [];
  const refused: string[] = [];
  for (const { path, made } of steps.flatMap((step) => madeBy(step, value, direction))) {
    if (made === todo || made === refusal) {
      delete to[path];
      (made === todo ? open : refused).push(path);
    } else if (made !== undefined) putAt(to, path.split('.'), made);
  }
  return { to, open, refused };
}

const todo = Symbol('todo');
const refusal = Symbol('refusal');

interface Made {
  readonly path: string;
  /** Undefined where there is nothing to put. */
  readonly made: Json | typeof todo | typeof refusal | undefined;
}

function madeBy(step: Step, value: JsonObject, direction: 'down' | 'up'): readonly Made[] {
  const read = (path: string) => valueAt(value, path.split('.'));
  const text = (path: string) => String(read(path) ?? '');
  const words = (path: string) => [text(path).split(' ')[0] ?? '', text(path).split(' ').slice(1).join(' ')];
  switch (step.kind) {
    case 'renamed':
    case 'moved':
    case 'converted': {
      const [from, path] = direction === 'down' ? [step.newer, step.older] : [step.older, step.newer];
      return [{ path, made: step.kind === 'converted' ? ran(step.conversion[direction], read(from)) : read(from) }];
    }
    case 'added':
      return direction === 'up' ? [{ path: step.name, made: step.value ? step.value.known : todo }] : [];
    case 'removed':
      return direction === 'down' && step.older.isRequired ? [{ path: step.name, made: todo }] : [];
    case 'split':
      if (direction === 'down') return [{ path: step.older, made: step.newer.map(text).join(' ').trim() }];
      return step.newer.map((path, index) => ({ path, made: words(step.older)[index] }));
    case 'joined':
      if (direction === 'up') return [{ path: step.newer, made: step.older.map(text).join(' ').trim() }];
      return step.older.map((path, index) => ({ path, made: words(step.newer)[index] }));
  }
}

function ran(way: Way, value: Json | undefined): Made['made'] {
  if (value === undefined) return way.invents ? todo : undefined;
  const made = way.run(value);
  if (made === undefined) return way.invents ? todo : refusal;
  return typeof made === 'number' && Number.isNaN(made) ? undefined : made;
}

const valueAt = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Puts a value into an object; objects on the way to it are copied or made. */
export function putAt(target: Record<string, Json>, [head = '', ...path]: readonly string[], value: Json): void {
  if (path.length === 0) {
    target[head] = value;
    return;
  }
  const inner = { ...(isObject(target[head]) ? target[head] : {}) } as Record<string, Json>;
  putAt(inner, path, value);
  target[head] = inner;
}
