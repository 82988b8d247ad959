import { keywordFacts } from '../../jsonschema/walk-keywords.js';

const limits = [...keywordFacts].filter(([, { limit }]) => limit !== undefined);

/**
 * Makes bounds what JSON Schema allows (2020-12, section 6): counts whole and not negative, and numbers finite. An integer is not said to be a
 * multiple of 1. Changes the node.
 */
export function roundBounds(node: Record<string, unknown>): void {
  if (node['type'] === 'integer' && node['multipleOf'] === 1) delete node['multipleOf'];
  for (const [keyword, { limit, of }] of limits) {
    const value = node[keyword];
    if (typeof value !== 'number') continue;
    const isCount = of !== 'number';
    if (value === (limit === 'most' ? Infinity : -Infinity)) delete node[keyword];
    else if (!Number.isFinite(value) || (isCount && limit === 'most' && value < 0)) forbid(node, keyword);
    else if (isCount) node[keyword] = limit === 'most' ? Math.floor(value) : Math.max(0, Math.ceil(value));
  }
}

function forbid(node: Record<string, unknown>, keyword: string): void {
  delete node[keyword];
  node['not'] = {};
}
