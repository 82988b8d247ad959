import { codeUnitOrder } from './code-unit-order.js';

/** Numbers by value, everything else by code unit, numbers first: `1 < 2 < 10 < alpha`. */
export function compareVersions(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+(\.\d+)?$/.test(a), /^\d+(\.\d+)?$/.test(b)];
  if (isNumberA && isNumberB && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return codeUnitOrder(a, b);
}
