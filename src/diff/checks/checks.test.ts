import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks, isCheckId } from './checks.js';
import { diffDocuments } from '../diff-documents.js';
import { operationFamily } from '../family.js';
import { documentFamilies, operationFamilies, schemaFamilies } from '../families.js';
import type { Cell } from '../schema/schema-family.js';
import { asOf, fixtures } from '../testing/read-fixtures.js';
import { gridFindings } from '../testing/schema-grid.js';

const repository = new URL('../../../', import.meta.url);
const levels: Readonly<Record<string, string>> = { ERR: 'error', WARN: 'warning', INFO: 'info' };
/** Who reads the old member of a discriminator no longer knows what a value is. */
const stricter = /-discriminator-property-name-changed$/;
const uncapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

describe('the catalogue of checks', () => {
  it('agrees with the table of ids that oasdiff shares', () => {
    const [, ...lines] = readFileSync(new URL('test/contract/diff-checks.tsv', repository), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(509);
    for (const line of lines) {
      const [id = '', level = '', ...facts] = line.split('\t');
      const [direction, area, kind, action] = facts.map(uncapitalize);
      const own = stricter.test(id) ? 'error' : levels[level];
      expect(isCheckId(id) && checks[id], id).toMatchObject({ level: own, direction, area, kind, action });
    }
  });

  it('names for each check the file that spells its id in full, beside its level', () => {
    for (const [id, { file, level }] of Object.entries(checks)) {
      expect(existsSync(new URL(file, repository)), file).toBe(true);
      const source = readFileSync(new URL(file, repository), 'utf8').replaceAll(/\s+/g, ' ');
      expect(
        [`'${id}': ['${level}'`, `${level}('${id}')`, `${level}( '${id}'`].some((text) => source.includes(text)),
        id,
      ).toBe(true);
    }
  });

  it('has no check of two families, nor one of two levels', () => {
    const owners = new Map<string, string>();
    const own = (id: string, owner: string) => expect(owners.get(id) ?? owner, id).toBe(owners.set(id, owner).get(id));
    for (const { name, checks: rows } of [...documentFamilies, ...operationFamilies])
      for (const [id, [level]] of Object.entries(rows)) own(id, `${name} ${level}`);
    for (const { name, checks: tables } of schemaFamilies)
      for (const { cells } of tables.flatMap((table) => Object.values(table)))
        for (const cell of Object.values<Cell | null>(cells)) if (cell) own(cell.id, `${name} ${cell.level}`);
    expect([...owners.keys()].toSorted()).toEqual(Object.keys(checks).toSorted());
  });

  it('has no check that no fixture and no case of the grid shows', () => {
    const shown = [...fixtures.values()].flatMap(({ base, revision, options }) =>
      diffDocuments(base, revision, { asOf, ...options }).map(({ id }) => id as string),
    );
    // schema-grid.test.ts holds the file to what is found.
    const inGrid = readFileSync(gridFindings, 'utf8').matchAll(/^ {2}(?:error|warning|info) (\S+)$/gm);
    const found = new Set([...shown, ...[...inGrid].map(([, id = '']) => id)]);
    expect(Object.keys(checks).filter((id) => isCheckId(id) && !found.has(id))).toEqual([]);
  });

  it('does not compile with an id that its family does not list', () => {
    const checks = { 'tag-added': ['info', 'none', 'tags', 'existence', 'add'] } as const;
    const draft = { tokens: [], message: 'a tag was added' };
    operationFamily({ name: 'tags', inbound: true, checks, compare: () => [{ id: 'tag-added', ...draft }] });
    // @ts-expect-error tag-add is not one of the checks
    operationFamily({ name: 'tags', inbound: true, checks, compare: () => [{ id: 'tag-add', ...draft }] });
    const isTagId: boolean = isCheckId('tag-add');
    expect(isTagId).toBe(false);
  });
});
