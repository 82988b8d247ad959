import { writeKey, writeText } from '../source/literals.js';

/** Text between single quotes, as the modules of changes have it. */
export const quoted = (text: string) =>
  `'${writeText(text)
    .slice(1, -1)
    .replaceAll(/\\"|'/g, (found) => (found === "'" ? String.raw`\'` : '"'))}'`;

export const isIdentifier = (name: string) => writeKey(name) === name;

export const keyOf = (name: string) => (isIdentifier(name) || name === '__proto__' ? writeKey(name) : quoted(name));

/** `value.name`, `value['a-b']` */
export const memberOf = (value: string, name: string) =>
  isIdentifier(name) ? `${value}.${name}` : `${value}[${quoted(name)}]`;

/** A call that compiles anywhere, and stands for what somebody must say. */
export const todo = (question: string) => `todo(${quoted(question)})`;

/** The lines after the first, two columns further in. */
export const indented = (text: string) => text.replaceAll('\n', '\n  ');

/** Whether a name of a member cannot be that of a variable. */
export const isReserved = (name: string) => reserved.has(name);

const reserved: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
