import { expect, it } from 'vitest';
import { valueAt } from '../json/pointer.js';
import { meaningBesideOthers, openSource, schemasIn } from './testing/compare-meaning.js';
import { catalogue, families, settings } from './testing/large-documents.js';
import { loadShapesApart } from './testing/load-apart.js';
import { documentOfShapes } from './testing/read-back.js';

it.each([
  ['500 KB', 'records', catalogue(440)],
  ['150 KB', 'families', families(250)],
  ['150 KB', 'settings', settings(160)],
])('the shapes of a document of more than %s mean what it means: %s', { timeout: 60_000 }, (size, _, source) => {
  expect(JSON.stringify(source).length).toBeGreaterThan(Number.parseInt(size, 10) * 1_000);
  const back = documentOfShapes(source, loadShapesApart(source));
  const compare = meaningBesideOthers(openSource(source));
  const places = schemasIn(source);
  expect(places.length).toBeGreaterThan(200);
  const others = places.flatMap((tokens) => {
    const [one, other] = [valueAt(source, tokens)!, valueAt(back, tokens)!];
    const found = compare(one, other);
    return found === true ? [] : [{ tokens, found, one, other }];
  });
  expect(others).toEqual([]);
});
