import { expect, it } from 'vitest';
import { valueAt } from '../json/pointer.js';
import { meaningBesideOthers, openSource, schemasIn } from './testing/compare-meaning.js';
import { catalogue, families, settings } from './testing/large-documents.js';
import { loadShapesApart } from './testing/load-apart.js';
import { documentOfShapes } from './testing/read-back.js';

it.each([
  ['records', catalogue(440)],
  ['families', families(760)],
  ['settings', settings(480)],
])('the shapes of a document of more than 500 KB mean what it means: %s', { timeout: 60_000 }, (_, source) => {
  expect(JSON.stringify(source).length).toBeGreaterThan(500_000);
  const back = documentOfShapes(source, loadShapesApart(source));
  const compare = meaningBesideOthers(openSource(source));
  const places = schemasIn(source);
  expect(places.length).toBeGreaterThan(750);
  const others = places.flatMap((tokens) => {
    const [one, other] = [valueAt(source, tokens)!, valueAt(back, tokens)!];
    const found = compare(one, other);
    return found === true ? [] : [{ tokens, found, one, other }];
  });
  expect(others).toEqual([]);
});
