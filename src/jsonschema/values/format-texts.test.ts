import fc from 'fast-check';
import { it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { textFormat } from '../formats.js';
import { formatTexts } from './format-texts.js';

it.each(Object.entries(formatTexts))('texts of the format %s have it', (name, texts) => {
  const { check } = textFormat(name)!;
  fc.assert(fc.property(texts, check), runs(60));
});
