import Table from 'cli-table3';

/** Lines of aligned cells without borders, two spaces apart; nothing is cut. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const none = [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ];
  const chars = { ...Object.fromEntries(none.map((name) => [name, ''])), middle: '  ' };
  const table = new Table({ chars, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
