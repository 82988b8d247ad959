import type { Json } from '../json/json.js';

/** What a value may be read as once it has travelled as text: `7` as a number or a text, one value as a list of it. */
export function textReadings(value: Json): readonly Json[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const readings: Json[] = [text];
  if (text.trim() !== '' && Number.isFinite(Number(text))) readings.push(Number(text));
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  if (text === 'null' || text === '') readings.push(null);
  return [...readings, ...readings.map((one) => [one])];
}
