import { expect, it } from 'vitest';
import { meaningOfShapes } from './meaning/shapes-meaning.js';
import { printDocumentShapes } from './print-document-shapes.js';
import { catalogue, families, settings } from './testing/large-documents.js';

it.each([
  ['500 KB', 'records', catalogue(440)],
  ['150 KB', 'families', families(250)],
  ['150 KB', 'settings', settings(160)],
])('the shapes of a document of more than %s mean what it means: %s', { timeout: 60_000 }, async (size, _, source) => {
  expect(JSON.stringify(source).length).toBeGreaterThan(Number.parseInt(size, 10) * 1_000);
  const found = await meaningOfShapes(source, printDocumentShapes(source).printed);
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter(({ verdict }) => verdict !== 'equal')).toEqual([]);
});
