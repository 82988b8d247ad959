import { expect, test } from 'vitest';
import { isExpensiveToDecode, isExpensiveToRender } from './image-cost.js';
import { imageFormats } from './image-format.js';

const drawing = { width: 1024, height: 768 };
const largest = { width: 1024, height: 1024, fit: 'fill' } as const;

test.each(imageFormats)('%s of the largest size is expensive, a thumbnail only in HEIC', (format) => {
  expect(isExpensiveToRender({ ...largest, format }, drawing)).toBe(true);
  expect(isExpensiveToRender({ width: 64, fit: 'inside', format }, drawing)).toBe(format === 'heic');
});

test.each(['inside', 'fill'] as const)('a height that is not given counts (%s)', (fit) => {
  const pixels = fit === 'fill' ? 300 * 768 : 300 * 225;
  const query = { width: 300, fit, format: 'avif' } as const;
  expect(isExpensiveToRender(query, drawing)).toBe(isExpensiveToRender({ ...query, height: pixels / 300 }, drawing));
  expect(isExpensiveToRender(query, drawing)).toBe(fit === 'fill');
});

test('decoding is expensive by what an image says of itself', () => {
  expect(isExpensiveToDecode({ width: 100, height: 100, format: 'jpeg' })).toBe(false);
  expect(isExpensiveToDecode({ width: 1_000, height: 1_000, format: 'tiff' })).toBe(true);
  expect(isExpensiveToDecode({ width: 600, height: 600, format: 'png' })).toBe(false);
  expect(isExpensiveToDecode({ width: 600, height: 600, format: 'avif' })).toBe(true);
  expect(isExpensiveToDecode({ width: 1, height: 1, format: 'heic' })).toBe(true);
});
