import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds in a page; injected through the debugger, because the page's policy forbids it. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly Finding[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}): ${nodes[0]!.target.join(' ')} ${nodes[0]!.failureSummary.replaceAll(/\s+/g, ' ')}`,
  );
}
