/** A decimal integer as a number; throws a RangeError beyond ±(2^53 - 1) rather than round. */
export function parseExactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds the integer ${text}, which a number cannot hold exactly.`);
  return value;
}
