import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json, JsonObject } from '../json/json.js';
import { anyValue } from '../jsonschema/containment/testing/schemas.js';
import { checks } from './checks/checks.js';
import { diffPlaces } from './diff-documents.js';
import type { Finding } from './finding.js';
import { anyDocument } from './testing/any-document.js';
import { documentChanges } from './testing/document-changes.js';
import { documentRewrites } from './testing/document-rewrites.js';
import { isConfirmed } from './testing/confirm-witness.js';
import type { Tokens } from './testing/document-parts.js';
import { openPeer, type Peer } from './testing/exchanges.js';
import { findBreaks } from './testing/find-breaks.js';

const diff = (base: JsonObject, revision: JsonObject) => diffPlaces(base, revision, { asOf: '2026-11-20' });
const told = (findings: readonly Finding[]) => findings.map(({ level, id, message }) => `${level} ${id}: ${message}`);
const steps = (most: number) =>
  fc.array(fc.tuple(fc.nat(999), fc.constantFrom(...Object.values(documentRewrites))), { maxLength: most });
const rewrite = (document: JsonObject, rules: readonly (readonly [number, (typeof documentRewrites)[string]])[]) =>
  rules.reduce((current, [position, rule]) => rule!(current, position) ?? current, document);

/** What a rewrite of a document is a finding of, breaking nothing. */
const isDoubt = ({ level, message }: Finding) => level === 'info' || message.includes('possibly');

describe('documents that say the same', () => {
  it('have no finding, but that some are undecided', () => {
    const tries = runs(20);
    let undecided = 0;
    fc.assert(
      fc.property(anyDocument, steps(6), (base, rules) => {
        const revision = rewrite(base, rules);
        const found = [...diff(base, revision), ...diff(revision, base)];
        expect(told(found.filter((finding) => !isDoubt(finding)))).toEqual([]);
        if (found.some(({ level }) => level !== 'info')) undecided += 1;
      }),
      tries,
    );
    expect(undecided).toBeLessThanOrEqual(1 + tries.numRuns * 0.03);
  });

  it('every way to write a document applies to some', () => {
    const documents = fc.sample(anyDocument, 40);
    const unused = Object.entries(documentRewrites).filter(
      ([name, rule]) =>
        !name.startsWith('a schema: ') &&
        !documents.some((document) => Array.from({ length: 20 }, (_, at) => rule(document, at)).some(Boolean)),
    );
    expect(unused).toEqual([]);
  });
});

describe('changes of documents, with Ajv and a client of their own as judge', () => {
  it('are an error, or possibly one, where a request is refused or an answer is new, and every witness is one', () => {
    const tries = runs(25);
    const counts = { breaks: 0, possibly: 0, witnesses: 0 };
    const change = fc.tuple(fc.nat(9999), fc.constantFrom(...documentChanges));
    const samples = fc.array(anyValue, { minLength: 12, maxLength: 12 });
    const compare = (base: Peer, revision: Peer, values: readonly Json[]) => {
      const found = diff(base.document, revision.document);
      for (const finding of found.filter(({ witness }) => witness)) {
        counts.witnesses += 1;
        expect(isConfirmed({ base, revision }, finding), told([finding])[0]).toBe(true);
      }
      for (const { direction, operation, what } of findBreaks({ base, revision }, values)) {
        counts.breaks += 1;
        const own = found.filter((finding) => isAbout(finding, operation, direction) && finding.level !== 'info');
        if (own.some(({ level, message }) => level === 'error' && !message.includes('possibly'))) continue;
        expect(told(own.filter(isDoubt)), `${direction} ${what}`).not.toEqual([]);
        counts.possibly += 1;
      }
    };
    fc.assert(
      fc.property(anyDocument, fc.array(change, { minLength: 1, maxLength: 2 }), samples, (one, changes, values) => {
        const other = changes.reduce((current, [position, apply]) => apply(current, position) ?? current, one);
        const [first, second] = [openPeer(one), openPeer(other)];
        compare(first, second, values);
        compare(second, first, values);
      }),
      tries,
    );
    expect(counts.breaks).toBeGreaterThan(tries.numRuns / 5);
    expect(counts.witnesses).toBeGreaterThan(tries.numRuns / 50);
    expect(counts.possibly).toBeLessThanOrEqual(1 + counts.breaks * 0.03);
  });
});

/** Whether a finding speaks of an operation, or of all, and of one direction. */
function isAbout({ id, method, path }: Finding, operation: Tokens, direction: 'request' | 'response'): boolean {
  const isHere = path === null || (path === operation[1] && method === operation[2]!.toUpperCase());
  return isHere && [direction, 'none'].includes(checks[id].direction);
}
