/** Words that cannot name a type, names that the written modules use themselves, and global types that they rely on. */
const taken = new Set(
  (
    'any bigint boolean break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if implements import in instanceof interface let never new null number object package private ' +
    'protected public return static string super switch symbol this throw true try type typeof undefined unknown var void ' +
    'while with yield Extract Omit Pick Record WithRequired S Types s api client createClient createVersionedClient paths ' +
    'Client ClientOptions'
  ).split(' '),
);

/** Gives each name a TypeScript identifier of its own: `Order`, `Order_2`; `fallback` is appended first where the name is taken. */
export function identifierGiver(): (name: string, fallback?: string) => string {
  const given = new Set(taken);
  return (name, fallback = '') => {
    const plain = identifierOf(name);
    const candidates = [plain, ...(fallback === '' ? [] : [`${plain}${fallback}`])];
    for (let next = 2; ; next += 1) {
      const free = candidates.find((candidate) => !given.has(candidate));
      if (free !== undefined) {
        given.add(free);
        return free;
      }
      candidates.push(`${plain}_${next}`);
    }
  };
}

/** `orders.Item` → `orders_Item` */
function identifierOf(name: string): string {
  const word = name.replaceAll(/[^\p{ID_Continue}$]+/gu, '_');
  return /^[\p{ID_Start}_$]/u.test(word) ? word : `_${word}`;
}

/** `GET /orders/{id}` → `GetOrdersById` */
export function operationTypeName(method: string, path: string): string {
  const words = path
    .split('/')
    .flatMap((segment) => segment.split(/(?=\{)|(?<=\})/))
    .map((part) => (part.startsWith('{') ? `By${pascalCase(part)}` : pascalCase(part)));
  return `${pascalCase(method.toLowerCase())}${words.join('')}`;
}

/** `order-lines` → `OrderLines` */
export function pascalCase(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
