import { isObject, type Json } from '../../json/json.js';
import type { Containment, SchemaNodes, Use } from './compared-schemas.js';
import type { SchemaSource } from './schema-source.js';
import { spellingsOf, uniformSpellingsOf } from './spellings.js';
import { createValidator, type Validate } from './validator.js';

export type Side = 'base' | 'revision';
export type Sides = Readonly<Record<Side, SchemaSource>>;

/** Asks a validator whether a value is sent and refused; unknown where it says anything else. */
export function createConfirmation(sources: Sides): (nodes: SchemaNodes, use: Use, value: Json) => Containment {
  const validators = new Map<string, Validate>();
  const validatorOf = (side: Side, direction: Use['direction']): Validate => {
    const key = `${side} ${direction}`;
    const known = validators.get(key) ?? createValidator(sources[side], direction);
    validators.set(key, known);
    return known;
  };
  return (nodes, { direction, textual }, value) => {
    const [sender, receiver] = sidesOf(direction);
    const spellings = textual === 'no' ? [value] : (spellingsOf(value) ?? uniformSpellingsOf(value));
    const others = textual === 'parameter' ? spellings.flatMap(otherReadings) : [];
    const [isSent, isRead] = [validatorOf(sender, direction), validatorOf(receiver, direction)];
    const sent = spellings.map((one) => isSent(nodes[sender], one));
    const read = spellings.map((one) => isRead(nodes[receiver], one));
    const spelled = sent.findIndex(({ valid }) => valid === true);
    const isRefused = [...read, ...others.map((other) => isRead(nodes[receiver], other))].every(
      ({ valid }) => valid === false,
    );
    if (spelled < 0 || !isRefused) return { kind: 'unknown', isOutOfSteps: false };
    const [asSent, { why }] = [spellings[spelled]!, read[spelled]!];
    return { kind: 'witness', witness: { value: asSent, acceptedBy: sender, refusedBy: receiver, why } };
  };
}

/** One value of a parameter is the list of one, and a list of one is written like its value. */
function otherReadings(value: Json): readonly Json[] {
  if (isListOfOne(value)) return value.slice(0, 1);
  return Array.isArray(value) || isObject(value) ? [] : [[value]];
}

/** Whether a value is a list of one. */
export function isListOfOne(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length === 1;
}

/** Whether a parameter has no text for a value: an empty list or object is left out. */
export function isSentByOmission(value: Json): boolean {
  return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}

/** The side that sends in a direction, and the one that receives. */
export function sidesOf(direction: Use['direction']): readonly [sender: Side, receiver: Side] {
  return direction === 'response' ? ['revision', 'base'] : ['base', 'revision'];
}
