import { isObject, type Json } from './json.js';

/** JSON in one line, with blanks where a line may break. */
export function showJson(value: Json, showText: (text: string) => string = JSON.stringify): string {
  if (typeof value === 'string') return showText(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map((item) => showJson(item, showText)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [`${JSON.stringify(name)}: ${showJson(one, showText)}`],
  );
  return `{${members.join(', ')}}`;
}
