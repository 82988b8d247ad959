import { isObject, type Json } from '../../json/json.js';

/** Whether two schemas are equal as JSON and free of references; such schemas never differ. */
export function sameTree(left: Json | undefined, right: Json | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, index) => sameTree(item, right[index] as Json));
  }
  if (!isObject(left) || !isObject(right)) return left === right;
  let count = 0;
  for (const key in left) {
    if (key === '$ref' || !sameTree(left[key], right[key])) return false;
    count += 1;
  }
  for (const key in right) if (right[key] !== undefined || key in left) count -= 1;
  return count === 0;
}
