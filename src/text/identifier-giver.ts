/** Words that cannot name a constant or a type in a module. */
const reserved =
  'any arguments async await bigint boolean break case catch class const continue debugger default delete do else enum eval export ' +
  'extends false finally for function if implements import in instanceof interface let never new null number object package private ' +
  'protected public return static string super switch symbol this throw true try type typeof undefined unknown var void while with yield';

/** Gives each name a TypeScript identifier of its own: `Order`, `Order_2`; `fallback` is appended first where the name is taken. */
export function identifierGiver(taken: readonly string[] = []): (name: string, fallback?: string) => string {
  const given = new Set([...reserved.split(' '), ...taken]);
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

/** `orders.Item` → `orders_Item`; compilers know the letters beyond U+FFFF of their own release of Unicode alone. */
function identifierOf(name: string): string {
  const word = name.replaceAll(/(?:[^\p{ID_Continue}$]|[\u{10000}-\u{10ffff}])+/gu, '_');
  return /^[\p{ID_Start}_$]/u.test(word) ? word : `_${word}`;
}
