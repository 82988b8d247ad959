import type { Dispatcher } from 'undici';
import { closedEarly } from '../node/take-answer.js';

/** The fields of an answer of the upstream as they came: names and values, one after the other. */
export function rawFieldsOfAnswer(controller: Dispatcher.DispatchController): string[] {
  const { rawHeaders = [] } = controller as {
    readonly rawHeaders?: readonly Buffer[];
  };
  const fields: string[] = [];
  for (const part of rawHeaders) fields.push(part.toString('latin1'));
  return fields;
}

/** Ends a request to the upstream whose answer nobody takes any more. */
export const clientLeft = (): Error => Object.assign(new Error('The client has left.'), { code: closedEarly });
