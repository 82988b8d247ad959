type Node = { readonly [name: string]: unknown };

const details = new Map<string, Promise<ReadonlyMap<string, string>>>();

/**
 * What the document says about each operation beyond its name (`GET /users`), and about each schema (`User`): descriptions, parameters,
 * members. Read once; empty if the document cannot be read.
 */
export function searchDetails(address: string): Promise<ReadonlyMap<string, string>> {
  let known = details.get(address);
  if (!known) details.set(address, (known = read(address).catch(() => new Map())));
  return known;
}

async function read(address: string): Promise<ReadonlyMap<string, string>> {
  const document = (await (await fetch(address)).json()) as Node;
  const found = new Map<string, string>();
  for (const [path, item] of entriesOf(document['paths']))
    for (const [method, operation] of entriesOf(item))
      if (method !== 'parameters')
        found.set(`${method.toUpperCase()} ${path}`, wordsOf([operation, objectOf(item)['parameters']], document));
  for (const [name, schema] of entriesOf(objectOf(document['components'])['schemas']))
    found.set(name, wordsOf([schema], document));
  return found;
}

const objectOf = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});
const entriesOf = (value: unknown) => Object.entries(objectOf(value));

/** Words of a part of the document, with those of the schemas that it names. */
function wordsOf(parts: readonly unknown[], document: Node): string {
  const words = new Set<string>();
  const add = (value: unknown) => typeof value === 'string' && words.add(value.replaceAll(/\s+/g, ' '));
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    for (const key of ['operationId', 'name', 'description']) add(node[key]);
    for (const name of Object.keys(objectOf(node['properties']))) add(name);
    const reference = node['$ref'];
    if (typeof reference === 'string' && depth < 2) visit(follow(reference, document), depth + 1);
    for (const [key, child] of entriesOf(node)) if (key !== 'example' && key !== 'examples') visit(child, depth);
  };
  for (const part of parts) visit(part, 0);
  return [...words].join(' · ');
}

function follow(reference: string, document: Node): unknown {
  if (!reference.startsWith('#/')) return null;
  const tokens = reference
    .slice(2)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.reduce<unknown>((node, token) => objectOf(node)[token], document);
}
