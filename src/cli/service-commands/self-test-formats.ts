import type { SelfTestReport } from '../../../service/src/flaky/self-test.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { printTable } from '../terminal/print-table.js';

type SelfTestFormat = (report: SelfTestReport, address: string, io: Pick<Io, 'stdout' | 'env'>) => string;

/** What `svc self-test --format` offers. */
export const selfTestFormats = {
  table: formatTable,
  json: ({ ok, checks }, address) => `${JSON.stringify({ version: 1, address, ok, checks }, null, 2)}\n`,
} satisfies Record<string, SelfTestFormat>;

function formatTable({ checks }: SelfTestReport, address: string, { stdout, env }: Pick<Io, 'stdout' | 'env'>): string {
  const colours = coloursFor(stdout, env);
  const rows = checks.map(({ name, ok, expected, actual, attempts, ms }) => [
    ok ? colours.green('passed') : colours.red('failed'),
    `GET /api/upstream/${name}`,
    expected,
    actual,
    String(attempts),
    String(ms),
  ]);
  const failed = checks.filter(({ ok }) => !ok).length;
  const verdict = failed === 0 ? `All ${checks.length} checks passed` : `${failed} of ${checks.length} checks failed`;
  const heading = ['', 'REQUEST', 'EXPECTED', 'ACTUAL', 'ATTEMPTS', 'MS'].map((cell) => colours.bold(cell));
  return `${printTable([heading, ...rows])}\n${verdict}, at ${address}\n`;
}
