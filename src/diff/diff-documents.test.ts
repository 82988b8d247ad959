import { describe, expect, it } from 'vitest';
import { checks, type CheckId } from './checks/checks.js';
import { diffDocuments, diffOperations } from './diff-documents.js';
import { asOf, fixtures } from './testing/read-fixtures.js';

const ids = [...fixtures.keys()];
const read = (id: string) => fixtures.get(id)!;

describe('a pair of documents', () => {
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

  it.each(ids)('%s is not found without its family of checks', (id) => {
    const { base, revision, options } = read(id);
    const families = diffDocuments(base, revision, { asOf, ...options })
      .filter((finding) => finding.id === id)
      .map(({ family }) => family);
    expect(families.length).toBeGreaterThan(0);
    const found = diffDocuments(base, revision, { asOf, ...options, withoutFamilies: new Set(families) });
    expect(found.map((finding) => finding.id)).not.toContain(id);
  });

  it.each(ids)('%s is not found when both documents are equal', (id) => {
    const { base, revision, options } = read(id);
    for (const document of [base, revision]) {
      const found = diffDocuments(document, structuredClone(document), { asOf, ...options });
      expect(found.filter((finding) => finding.id !== 'api-invalid-stability-level')).toEqual([]);
    }
  });

  it.each(ids)('%s has its default level in its pair, or that of a value that shows what breaks', (id) => {
    const { base, revision, options } = read(id);
    const finding = diffDocuments(base, revision, { asOf, ...options }).find((found) => found.id === id);
    expect([checks[id as CheckId].level, finding?.witness ? 'error' : null]).toContain(finding?.level);
  });

  it.each(ids)('%s: an operation compared alone has its findings of the whole comparison', (id) => {
    const { base, revision, options } = read(id);
    const { operations, findingsOf } = diffOperations(base, revision, { asOf, ...options });
    const whole = diffDocuments(base, revision, { asOf, ...options }).filter(({ places }) => !places);
    for (const pair of operations.common.toReversed()) {
      const { method, path } = pair.revision;
      const own = whole.filter((finding) => finding.method === method && finding.path === path);
      const alone = findingsOf(pair);
      expect(own).toEqual(expect.arrayContaining([...alone].filter(({ renamed }) => !renamed)));
    }
  });
});
