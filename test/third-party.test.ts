import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './read-imports.js';

const { thirdPartyText } = (await import(new URL('../scripts/third-party.mjs', import.meta.url).href)) as {
  thirdPartyText(): string;
};

describe('THIRD-PARTY.md', () => {
  it('is what scripts/third-party.mjs writes', () => {
    expect(readFileSync(join(repository, 'THIRD-PARTY.md'), 'utf8')).toBe(thirdPartyText());
  });

  it('names the license of what a package contains, whatever its label says', () => {
    expect(thirdPartyText()).toMatch(/\| elheif \| [\d.]+ \| MIT AND LGPL-3\.0-or-later AND BSD-3-Clause \|/);
    expect(thirdPartyText()).toMatch(/\| jsonpath-rfc9535 \| [\d.]+ \| Apache-2\.0 \|/);
  });

  it('lists every dependency that the packages declare', () => {
    const declared = ['package.json', 'service/package.json', 'stores/package.json'].flatMap((file) =>
      Object.keys(
        (JSON.parse(readFileSync(join(repository, file), 'utf8')) as { dependencies: Record<string, string> })
          .dependencies,
      ),
    );
    expect(
      declared.filter((name) => !name.startsWith('@svckit/') && !thirdPartyText().includes(`| ${name} | `)),
    ).toEqual([]);
  });
});
