import fc from 'fast-check';
import { type JsonObject, numberAt, textAt } from '../../json/json.js';
import { canMatch } from '../../json/pattern/match-pattern.js';
import { samplePattern } from '../containment/sample-pattern.js';
import { textFormat } from '../formats.js';
import { type Drawn, drawFixed, drawWhere } from './drawn.js';
import { boundsOf, exampleNumber, exampleText, textOfLength } from './example-scalars.js';
import { textsOfFormat } from './format-texts.js';

/** Numbers within bounds: a plain one, then the bounds, zero and one. */
export function drawNumber(keywords: JsonObject, isInteger: boolean): Drawn | null {
  const { min, max } = boundsOf(keywords, isInteger);
  if (min > max) return null;
  const low = Math.max(min, Math.min(-1000, max === Infinity ? -1000 : max - 2000));
  const high = Math.min(max, Math.max(1000, low + 2000));
  const multiple = numberAt(keywords['multipleOf']) ?? 0;
  if (multiple > 0 && Math.ceil(min / multiple) > Math.floor(max / multiple)) return null;
  const near = multiple > 0 ? (value: number) => Math.ceil(value / multiple) * multiple : (value: number) => value;
  const bounds = [min, max, 0, 1].filter((value) => value >= min && value <= max && Math.abs(value) < Infinity);
  const example = exampleNumber(keywords, isInteger);
  const covering = new Set([...(example === undefined ? [] : [example]), ...bounds.map(near).map(withoutSign)]);
  const any = isInteger
    ? fc.integer({ min: Math.ceil(low), max: Math.floor(high) })
    : fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true }).map((value) => Number(value.toFixed(4)));
  const values = drawWhere(any.map(near), (value) => value >= min && value <= max, near(low));
  return { covering: [...covering], any: values.map(withoutSign) };
}

/** JSON writes minus zero as zero. */
const withoutSign = (value: number) => (Object.is(value, -0) ? 0 : value);

const letters = [...'abcdefgxyzABCXYZ0189 -_.~!éß語'];
const plain = fc.constantFrom(...letters);

/** Texts with a length, a pattern or a format: a realistic one, then the shortest and the longest. */
export function drawText(keywords: JsonObject): Drawn | null {
  const min = numberAt(keywords['minLength']) ?? 0;
  const max = numberAt(keywords['maxLength']) ?? min + 24;
  if (min > max) return null;
  const pattern = textAt(keywords['pattern']);
  if (pattern !== null) return realisticFirst(keywords, drawPattern(pattern, min, max));
  const format = textAt(keywords['format']);
  if (format !== null && textFormat(format)) return realisticFirst(keywords, drawFormat(format));
  const lengths = [min, Math.min(max, longestText)];
  const longest = Math.min(max, min + 24);
  return {
    covering: [...new Set([...realistic(keywords), ...lengths.map(textOfLength)])],
    any: fc.string({ unit: plain, minLength: min, maxLength: longest }),
  };
}

/** Longer texts are not drawn to cover a bound. */
const longestText = 5_000;

const realistic = (keywords: JsonObject): readonly string[] => {
  const example = exampleText(keywords);
  return example === undefined ? [] : [example];
};

function realisticFirst(keywords: JsonObject, drawn: Drawn | null): Drawn | null {
  return drawn && { ...drawn, covering: [...new Set([...realistic(keywords), ...drawn.covering])] };
}

function drawPattern(pattern: string, min: number, max: number): Drawn | null {
  const fits = (text: string) => [...text].length >= min && [...text].length <= max;
  const samples = samplePattern(pattern).filter(fits);
  const drawn = canMatch(pattern) ? textsMatching(pattern) : null;
  if (!drawn) return drawFixed(samples);
  const any = drawWhere(drawn, fits, samples[0] ?? '');
  const [first] = samples.length > 0 ? samples : fc.sample(drawn, { numRuns: 50, seed: 1 }).filter(fits);
  return first === undefined
    ? null
    : {
        covering: [first, ...samples.slice(1, 4)],
        any: samples.length > 0 ? fc.oneof(fc.constantFrom(...samples), any) : fc.constant(first),
      };
}

function textsMatching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    return null;
  }
}

function drawFormat(format: string): Drawn {
  const samples = textFormat(format)?.samples ?? [];
  return { covering: samples, any: textsOfFormat(format) ?? fc.constantFrom(...samples) };
}
