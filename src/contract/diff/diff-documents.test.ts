import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { checks, isCheckId, type CheckId } from './checks.js';
import { diffDocuments, type DiffOptions } from './diff-documents.js';
import type { JsonObject } from '../../json/json.js';
import { ownChecks } from './own-checks.js';
import { sharedChecks } from './shared-checks.js';

interface Fixture {
  readonly options?: Partial<DiffOptions>;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly findings: readonly {
    id: CheckId;
    level: string;
    method: string | null;
    path: string | null;
    pointer: string;
    message: string;
  }[];
}

const folder = new URL('../../../fixtures/diff/', import.meta.url);
const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));
const read = (id: string) => parse(readFileSync(new URL(`${id}.yaml`, folder), 'utf8')) as Fixture;
const asOf = '2026-11-20';

describe('every check', () => {
  it('has a pair of documents that it finds something in', () => {
    expect([...ids].toSorted()).toEqual([...Object.keys(sharedChecks), ...Object.keys(ownChecks)].toSorted());
  });

  it.each(ids)('%s is found in its pair with exactly the stored findings', (id) => {
    const { base, revision, options, findings } = read(id);
    const found = diffDocuments(base, revision, { asOf, ...options });
    expect(found.map((finding) => finding.id)).toContain(id);
    expect(
      found.map(({ id: name, level, method, path, pointer, message }) => ({
        id: name,
        level,
        method,
        path,
        pointer,
        message,
      })),
    ).toEqual(findings);
  });

  it.each(ids)('%s is not found when its rule is left out', (id) => {
    const { base, revision, options } = read(id);
    const rules = diffDocuments(base, revision, { asOf, ...options })
      .filter((finding) => finding.id === id)
      .map(({ rule }) => rule);
    expect(rules.length).toBeGreaterThan(0);
    const found = diffDocuments(base, revision, { asOf, ...options, withoutRules: new Set(rules) });
    expect(found.map((finding) => finding.id)).not.toContain(id);
  });

  it.each(ids)('%s is silent when both documents are equal', (id) => {
    const { base, revision, options } = read(id);
    for (const document of [base, revision]) {
      const found = diffDocuments(document, structuredClone(document), { asOf, ...options });
      expect(found.filter((finding) => finding.id !== 'api-invalid-stability-level')).toEqual([]);
    }
  });

  it.each(ids)('%s has its default level in its pair', (id) => {
    const finding = read(id).findings.find((stored) => stored.id === id);
    expect(isCheckId(id) && finding?.level).toBe(checks[id as CheckId].level);
  });
});
