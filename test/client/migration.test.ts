import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import orders from '../../fixtures/orders/svc.config.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { runProgram } from '../packed/run-program.js';
import { compile } from './compile.js';
import { tools } from './consumer-folder.js';

const entry = join(fixture('orders'), 'svc.config.ts');

/** What somebody who reads the report makes of each line that it names. */
const edits: Readonly<Record<string, string>> = {
  'src/orders.ts:1': "import { createClient, type NewOrder, type Order } from './api/v2.js';",
  'src/orders.ts:6': '    async open(): Promise<Order[]> {',
  'src/orders.ts:7': "      const { data } = await api.GET('/api/orders', { params: { query: { status: 'open' } } });",
  'src/orders.ts:8': '      return data?.items ?? [];',
  'src/orders.ts:10': '    async order(sku: string, count: number): Promise<Order> {',
  'src/orders.ts:11': "      const body: NewOrder = { currency: 'EUR',",
  'src/orders.ts:12': "        customerName: 'Ada',",
  'src/orders.ts:13': '        lines: [{ sku, quantity: count }],',
  'src/orders.ts:20':
    "      const { response } = await api.POST('/api/orders/{id}/cancellation', { params: { path: { id } } });",
  'src/print.ts:1': "import type { Order } from './api/v2.js';",
  'src/print.ts:5': 'export function printOrder({ id, customerName, total }: Order): string {',
  'src/print.ts:6': '  return `#${id} ${customerName}: ${euros(total.amount)}`;',
  'src/print.ts:10': "  switch (order.state) { case 'cancelled': return 'is cancelled';",
  'src/print.ts:18': "export const printNote = (order: Order | undefined) => `Note: ${order?.note ?? 'none'}`;",
};

interface Scanned {
  readonly places: readonly {
    readonly file: string;
    readonly line: number;
    readonly touches: readonly { readonly level: string }[];
  }[];
}

it('a consumer moves from version 1 to version 2 by the report alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-consumer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fixture('consumer'), folder, { recursive: true });
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const { app, url } = await serveForTest(orders.root, { ...orders });
  onTestFinished(() => app.close());
  expect(await capture(['client', entry], { cwd: folder })).toMatchObject({ code: 0 });
  const talk = async () => {
    expect(compile(folder)).toBe('');
    return (await runProgram([process.execPath, 'out/main.js', url], folder)).stdout;
  };
  expect(await talk()).toBe('#1 Ada: 3.00 EUR\nwaits for money Note: \ntrue\ntrue\n');

  const scan = ['diff', 'v1', 'v2', entry, '--scan', 'src'];
  const markdown = await capture([...scan, '--format', 'markdown'], { cwd: folder });
  expect(markdown.code).toBe(1);
  await expect(markdown.stdout).toMatchFileSnapshot('../../fixtures/consumer/report.md');
  const { places } = JSON.parse((await capture([...scan, '--format', 'json'], { cwd: folder })).stdout) as Scanned;
  const named = new Set(places.map(({ file, line }) => `${file}:${line}`));
  expect([...named].sort()).toEqual(Object.keys(edits).sort());
  for (const [place, text] of Object.entries(edits)) {
    const [file = '', line = ''] = place.split(':');
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    lines[Number(line) - 1] = text;
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  expect(await talk()).toBe('#2 Ada: 3.00 EUR\nwaits for money Note: none\ntrue\ntrue\n');

  const again = await capture(['diff', 'v2', 'v2', entry, '--scan', 'src'], { cwd: folder });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('No place in 3 files of src is touched.') });
});
