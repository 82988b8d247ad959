/** The value of a text, in which a number that no double can hold (`1E400`) is the greatest one: schemas of numbers take no infinity. */
export function parseFinite(text: string): unknown {
  return mayOverflow.test(text)
    ? JSON.parse(text, (_, value: unknown) => (typeof value === 'number' ? finite(value) : value))
    : JSON.parse(text);
}

/** The value of a number as `parseFinite` reads it. */
export const finiteNumber = (text: string): number => finite(Number(text));

const mayOverflow = /[eE]\+?\d{3}|\d{300}/;

const finite = (value: number) =>
  Math.abs(value) === Number.POSITIVE_INFINITY ? Math.sign(value) * Number.MAX_VALUE : value;
