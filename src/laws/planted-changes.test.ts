import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawfulChanges } from '../../fixtures/planted-changes/lawful.js';
import { type PlantedChange, serviceOf } from '../../fixtures/planted-changes/planted.js';
import { unlawfulChanges } from '../../fixtures/planted-changes/unlawful.js';
import { runs } from '../../test/property-runs.js';
import { compileService } from '../export/compile-service.js';
import type { Versions } from '../changes/known-versions.js';
import type { LawFinding } from './law-finding.js';
import { runLaws } from './run-laws.js';

const asOf = new Date('2026-11-21T12:00:00Z');

const shared = 1;
const known = new Map<PlantedChange['what'], readonly LawFinding[]>();

function findingsOf(planted: PlantedChange, seed = shared): readonly LawFinding[] {
  if (seed !== shared) return judgeChange(planted, seed);
  const found = known.get(planted.what) ?? judgeChange(planted, seed);
  known.set(planted.what, found);
  return found;
}

function judgeChange(planted: PlantedChange, seed: number): readonly LawFinding[] {
  const definition = serviceOf(planted);
  const { routes, bindings, problems } = compileService(definition);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const versions = (definition.versioning as { readonly versions: Versions }).versions;
  const only = versions.list.flatMap(({ changes }) => changes);
  return runLaws({
    versions,
    versioning: undefined,
    routes,
    bindings,
    previews: null,
    differences: () => [],
    only,
    clients: true,
    runs: 100,
    seed,
    asOf,
  }).findings;
}

/** With the seed that all share, and with others as SVC_TEST_RUNS says. */
const withSeeds = (judge: (seed: number) => void) =>
  fc.assert(
    fc.property(fc.nat(), (seed) => void judge(seed)),
    { ...runs(1), examples: [[shared]] },
  );

describe('the laws of planted changes', () => {
  it.each(unlawfulChanges)('find what is unlawful: $what', ({ law, ...planted }) => {
    withSeeds((seed) => expect(findingsOf(planted, seed).map((finding) => finding.law)).toContain(law));
  });

  it.each(lawfulChanges)('have nothing against what is lawful: $what', (planted) => {
    withSeeds((seed) =>
      expect(findingsOf(planted, seed).map(({ message, details }) => [message, details])).toEqual([]),
    );
  });

  it('show values that people can read', () => {
    const shown = unlawfulChanges.map(({ law, ...planted }) => {
      const found = findingsOf(planted).find((finding) => finding.law === law);
      const [, value = ''] = found?.details.find(([label]) => /^(value|request|stored|sent)/.test(label)) ?? [];
      return `${planted.what}: ${value.replace(/(.)\1{9,}/g, (same, one: string) => `${one}×${same.length}`)}`;
    });
    expect(shown.join('\n')).toMatchInlineSnapshot(`
      "the declared maximum wraps to nothing: {"id":0,"quantity":1000}
      the declared minimum divides by zero: {"celsius":-273.15}
      zero counts as absent: {"cents":0}
      an empty text counts as absent: {"id":0,"nick":""}
      an empty list has no first item: {"title":"","tags":[]}
      null is no text: {"name":"","middle":null}
      a text of digits becomes a number: {"code":"1"}
      equal items of a list become one: {"words":["",""]}
      entries with one key become one: {"entries":[{"key":"","value":""},{"key":"","value":""}]}
      a list of more than ten is cut: {"songs":["","","","","","","","","","",""]}
      a list of more than a hundred is cut: {"books":[{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","pages":0},{"title":"","…
      a text that names a member of every object: {"size":"valueOf"}
      two members are equal: {"first":" ","second":" "}
      a number of the code is an exception: {"points":4711}
      a page counts from one, and nobody asked what is before it: {"number":0}
      money is rounded: {"amount":1.005}
      whole numbers have 32 bits: {"total":2147483648}
      negative zero has a sign as text: {"delta":-0}
      a long text is cut: {"text":"a×290…
      a text is composed: {"name":"é"}
      an emoji is no Latin text: {"text":"İ"}
      the last day of a month: {"starts":new Date("2026-01-29T00:00:00.000Z")}
      a member of a missing member: {"name":""}
      only two levels of a tree are converted: {"name":"","folders":[{"name":"","folders":[{"name":"","folders":[{"name":"","folders":[]}]}]}]}
      keys in lower case: {"labels":{"A":"","":""}}
      only one kind of a union loses a member: {"kind":"transfer","iban":"","reference":"card"}
      two states become one: {"status":"returned"}
      two members of one type are swapped: {"width":0,"height":-0.25}
      the items of a tuple are swapped: {"at":[0,-0.25]}
      the order of a list is lost: {"items":[" ",""]}
      undeclared members of a loose object are dropped: {"id":0,"name":"","extra":null}
      a spread returns what is gone: {"name":"","email":""}
      an optional member is forgotten: 
      a branch returns nothing: {"done":false,"text":""}
      a way down is asynchronous: {"text":""}
      late as of today: {"title":"","due":"2026-11-21"}
      due exactly today: {"day":"2026-11-21"}
      a time of the clock: {"id":0,"user":""}
      open on weekdays: {"name":""}
      a greeting by the hour: {"name":""}
      an age: {"born":new Date("1970-01-01T00:00:00.000Z")}
      a day in the zone of the server: {"at":new Date("1970-01-01T00:00:00.000Z")}
      a day at midnight in the zone of the server: {"day":"2026-11-21"}
      a day read in the zone of the server: {"id":0,"due":new Date("1970-01-01T00:00:00.000Z")}
      a number in the language of the server: {"total":0}
      a date in the language of the server: {"at":new Date("1970-01-01T00:00:00.000Z")}
      a count of calls: {"id":0,"user":""}
      what was seen before: {"user":""}
      a list deep inside gets one more line: {"name":"","address":{"lines":[]}}
      requests share one list: {"label":""}
      a request is of another type for few values: {"size":"none"}
      one value of an enum stands for two where one is taken: {"body":{"state":"off"}}
      a rule of a version in between: {"body":{"text":""}}
      a type that a later change needs: {"id":101}
      a conflict that no document shows: {"body":{"name":"root"}}
      most names are refused: {"name":""}
      the newest pattern refuses nearly every request: {"body":{"handle":""}}
      the newest refinement refuses nearly every request: {"body":{"words":""}}
      only the first page is collected: 
      pages are collected for ever: 
      pages are larger than the newest version allows: 
      the last page has no cursor, and is asked for another: {"page":{"items":[],"after":null},"query":{"limit":0}}
      the items of pages are of another shape: {"status":200,"headers":{},"body":[{"items":[{"label":""}],"after":""}]}
      a write of an older client removes all tags: {"id":0,"name":"","tags":[""]}
      the body of the write has a change of its own: {"id":0,"name":"","tags":[""]}
      a nested member is overwritten: {"name":"","address":{"street":"","zip":"0"}}
      a member is overwritten beside one that has another name: {"id":0,"name":"","tags":[""]}
      answers and writes have another unit: {"cents":1}
      null becomes a text on its way back: {"id":0,"seat":null}
      an empty part removes all tags: {}
      a part removes all tags that older clients do not see: {"id":0,"name":"","tags":[""]}
      a width alone sets a height: {"label":"","size":{"width":0,"height":1}}
      a part is dropped on its way: {"labels":[]}
      sort names what the newest version calls so: 
      a sort order that the older version no longer knows: 
      a sort order of a pattern is passed on: 
      a filter has the newer name: 
      a filter is ignored: 
      a filter finds one of two states: 
      a filter finds what is shown otherwise: 
      a search finds one of two states: 
      a search has the newer name: 
      a name is split when it is written, and joined otherwise when it is read: {"name":""}
      what is written has another unit than what is read: {"euros":1}
      what is written is dropped, and read as a constant: {"cents":0,"note":" "}
      the words of a state are other ones in what is read: {"state":"open"}
      a rate of nothing is divided by: {"status":200,"headers":{},"body":[{"cents":0}],"context of 2":{"rate":0}}
      a look-up that finds nothing: {"status":200,"headers":{},"body":[{"cents":0}],"context of 2":null}"
    `);
  });
});
