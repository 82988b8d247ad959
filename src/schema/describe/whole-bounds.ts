const sizes = ['Length', 'Items', 'Properties'];
const bounds = /^(?:exclusive)?(m(?:in|ax))/i;

/** Makes bounds what JSON Schema allows (2020-12, section 6): sizes whole and not negative, and numbers finite. Changes the node. */
export function roundBounds(node: Record<string, unknown>): void {
  for (const size of sizes) {
    const [least, most] = [node[`min${size}`], node[`max${size}`]];
    if (typeof least === 'number') node[`min${size}`] = Math.max(0, Math.ceil(least));
    if (typeof most !== 'number') continue;
    if (most >= 0) node[`max${size}`] = Math.floor(most);
    else forbid(node, `max${size}`);
  }
  for (const [keyword, value] of Object.entries(node)) {
    const side = bounds.exec(keyword)?.[1]?.toLowerCase();
    if (side === undefined || typeof value !== 'number' || Number.isFinite(value)) continue;
    if (value === (side === 'max' ? Infinity : -Infinity)) delete node[keyword];
    else forbid(node, keyword);
  }
}

function forbid(node: Record<string, unknown>, keyword: string): void {
  delete node[keyword];
  node['not'] = {};
}
