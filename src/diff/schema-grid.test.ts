import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checks, isCheckId } from './checks/checks.js';
import { diffDocuments } from './diff-documents.js';
import { schemaFamilies } from './families.js';
import { asOf } from './testing/read-fixtures.js';
import { gridFindings, schemaGrid } from './testing/schema-grid.js';

/** Where an id is not the name of the place and the name of the change. */
const otherNames: Readonly<Record<string, string>> = {
  'response-body-enum-value-removed': 'response-mediatype-enum-value-removed',
  'response-body-pattern-generalized': 'response-body-pattern-changed',
  'response-property-pattern-generalized': 'response-property-pattern-changed',
  'response-header-pattern-generalized': 'response-header-pattern-changed',
};

/** Families whose changes mean what they do to values. */
const byValues = new Set<string>(schemaFamilies.filter(({ effect }) => effect === 'values').map(({ name }) => name));

/** Findings that only values show concern one direction, and name the whole schema. */
const isElsewhere = ({ change, place }: (typeof schemaGrid)[number]) =>
  (change === 'accepts-less' && (place.startsWith('response') || place.endsWith('property'))) ||
  (change === 'allows-more' && (place.startsWith('request') || place.endsWith('property')));

const grid = schemaGrid.map((one) => ({ ...one, found: diffDocuments(one.base, one.revision, { asOf }) }));

describe('every change of a schema at every place', () => {
  it.each(grid.filter((one) => !isElsewhere(one)))(
    '$change is found at a $place, and by its own family alone',
    ({ change, place, base, revision, found }) => {
      const id = otherNames[`${place}-${change}`] ?? `${place}-${change}`;
      const finding = found.find((one) => one.id === id);
      expect(finding, id).toBeDefined();
      const isValueError = finding!.level === 'error' && byValues.has(finding!.family) && !change.startsWith('x-');
      if (isValueError && !finding!.message.includes('possibly')) expect(finding!.witness, id).toBeDefined();
      const withoutFamilies = new Set([finding!.family]);
      expect(diffDocuments(base, revision, { asOf, withoutFamilies }).map((one) => one.id)).not.toContain(id);
      expect(diffDocuments(revision, structuredClone(revision), { asOf })).toEqual([]);
    },
  );

  it('has exactly the stored findings', async () => {
    const blocks = grid.map(({ change, place, found }) => {
      const lines = found.map(
        ({ id, level, pointer, message }) =>
          `  ${level} ${id}\n    ${message}\n    ${pointer.replace(/^.*?\/schema(?=\/|$)/, '…')}\n`,
      );
      return `${change} at a ${place}\n${lines.join('')}`;
    });
    await expect(blocks.join('\n')).toMatchFileSnapshot(fileURLToPath(gridFindings));
  });

  it.each(['set', 'unset', 'added', 'removed', 'increased', 'decreased'])(
    'never lets both directions of "%s" pass without a break',
    (ending) => {
      const changes = new Set(schemaGrid.map(({ change }) => change));
      for (const change of [...changes].filter(
        (name) => /^(?:max|min|exclusive)/.test(name) && name.endsWith(`-${ending}`),
      )) {
        const levels = ['request-body', 'response-body']
          .map((place) => `${place}-${change}`)
          .flatMap((id) => (isCheckId(id) ? [checks[id].level] : []));
        expect(
          levels.some((level) => level === 'error' || level === 'warning'),
          change,
        ).toBe(true);
      }
    },
  );
});
