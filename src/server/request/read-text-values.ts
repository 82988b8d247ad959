import type { SchemaIssue } from '../../schema/standard-schema.js';
import type { Kind, ScalarKind } from './schema-kind.js';

/** Reads text in place, as the kinds that a schema names; adds to `issues` what cannot be read. */
export type TextReader = (values: Record<string, unknown>, issues: SchemaIssue[]) => void;

const patterns: Readonly<Record<Exclude<ScalarKind, 'text'>, readonly [pattern: RegExp, expected: string]>> = {
  integer: [/^[+-]?\d+$/, 'an integer in decimal digits'],
  number: [/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, 'a decimal number'],
  boolean: [/^(true|false)$/, 'true or false'],
  bigint: [/^[+-]?\d+$/, 'an integer in decimal digits'],
};

/** Strict: `true` and `0x10` are no numbers, and one value is no list. `single`: each value comes once, as in a path. */
export function textReader(kinds: ReadonlyMap<string, Kind> | null, single: boolean): TextReader {
  const members = [...(kinds ?? [])].filter(([, { item, many }]) => !single || many || item !== 'text');
  return (values, issues) => {
    for (const [name, kind] of members) {
      const text = values[name] as string | readonly string[] | undefined;
      if (text === undefined) continue;
      const reading = readValue(text, kind);
      if ('expected' in reading)
        issues.push({ message: `Expected ${reading.expected}`, path: [name], code: 'invalid_type' });
      else values[name] = reading.value;
    }
  };
}

type TextValue = { readonly value: unknown } | { readonly expected: string };

function readValue(text: string | readonly string[], { item, many }: Kind): TextValue {
  if (!many) return typeof text === 'string' ? readScalar(text, item) : { expected: 'one value, not several' };
  const readings = (typeof text === 'string' ? [text] : text).map((part) => readScalar(part, item));
  return (
    readings.find((reading) => 'expected' in reading) ?? {
      value: readings.map((reading) => (reading as { value: unknown }).value),
    }
  );
}

function readScalar(text: string, item: ScalarKind): TextValue {
  if (item === 'text') return { value: text };
  const [pattern, expected] = patterns[item];
  if (!pattern.test(text)) return { expected };
  if (item === 'boolean') return { value: text === 'true' };
  return { value: item === 'bigint' ? BigInt(text.replace(/^\+/, '')) : Number(text) };
}
