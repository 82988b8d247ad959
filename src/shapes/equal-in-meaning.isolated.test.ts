import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { repository } from '../../test/read-imports.js';
import { fixtures } from '../diff/testing/read-fixtures.js';
import { isObject, type JsonObject, objectAt } from '../json/json.js';
import { pointerTo, valueAt } from '../json/pointer.js';
import { containment, diffDocuments, type Finding, loadDocument } from '../library/index.js';
import { loadDocumentText } from '../openapi/load-document-text.js';
import { meaningBesideOthers, meaningOf, openSource, schemasIn } from './testing/compare-meaning.js';
import { randomDocuments } from './testing/random-documents.js';
import { documentOfShapes, loadShapes } from './testing/read-back.js';

/** What the shapes of a document do not mean as the document does: schemas by containment both ways, operations by svc diff both ways. */
async function differencesOf(source: JsonObject) {
  const read = loadShapes(source);
  const [written, back] = await Promise.all([loadDocument(source), loadDocument(documentOfShapes(source, read))]);
  const ids = Object.keys(objectAt(objectAt(source['components'])['schemas']));
  const wrong: unknown[] = [];
  let undecided = 0;
  for (const id of ids) {
    const pointer = `#${pointerTo(['components', 'schemas', id])}`;
    const [one, other] = [written, back].map((document) => ({ document, pointer }));
    for (const direction of ['request', 'response'] as const)
      for (const found of [containment(one!, other!, { direction }), containment(other!, one!, { direction })]) {
        if (found.holds === null) undecided += 1;
        if (found.holds === false) wrong.push({ id, direction, ...found });
      }
  }
  const said = ({ id, message }: Finding) => `${id}: ${message}`;
  const ofItself = diffDocuments(written, written).map(said);
  const findings = [...diffDocuments(written, back), ...diffDocuments(back, written)].map(said);
  return { wrong, undecided, findings: findings.filter((one) => !ofItself.includes(one)), read, ids };
}

const folder = join(repository, 'fixtures/documents');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('shapes', () => {
  it.each(files)('of %s mean what the document means', async (file) => {
    const found = await differencesOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject);
    expect([found.wrong, found.findings, found.undecided]).toEqual([[], [], 0]);
    expect(Object.keys(found.read.shapes)).toEqual(found.ids);
  });

  it.each([...fixtures])('of both sides of %s mean what they mean', async (_, { base, revision }) => {
    for (const side of [base, revision]) {
      if (!isObject(side) || side['openapi'] === undefined) continue;
      const found = await differencesOf(loadDocumentText(JSON.stringify(side)));
      expect([found.wrong, found.findings, found.undecided, found.read.text]).toEqual([[], [], 0, found.read.text]);
    }
  });

  it('of random documents mean what they mean', () => {
    const tries = runs(15);
    let undecided = 0;
    fc.assert(
      fc.property(randomDocuments, (source) => {
        const read = loadShapes(source);
        const back = openSource(documentOfShapes(source, read));
        const written = openSource(source);
        const [compare, compareAlone] = [meaningOf(written, back), meaningBesideOthers(written)];
        for (const tokens of schemasIn(source)) {
          const pair = [valueAt(source, tokens)!, valueAt(back.root, tokens)!] as const;
          const found = compare(...pair) ?? compareAlone(...pair);
          if (found === null) undecided += 1;
          expect({
            tokens,
            found: found !== false,
            ...(found === false && { text: read.text, back: pair[1] }),
          }).toEqual({ tokens, found: true });
        }
      }),
      tries,
    );
    expect(undecided).toBeLessThan(tries.numRuns / 2);
  });
});
