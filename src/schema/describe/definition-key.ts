/**
 * An id as the name of a definition or a component: `_` stands for each character that references do not have. `__proto__` is renamed, because
 * assigning a member of that name adds none.
 */
export function definitionKey(id: string): string {
  const key = id.replaceAll(/[^\w.-]/g, '_');
  return key === '__proto__' ? '_proto_' : key;
}
