import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { OpenApiDocument, OpenApiTag } from './open-api.js';

/** The tags that operations have: first those declared, in their order, then the rest by name; each with a description. */
export function buildTags(
  { paths, tags }: Pick<OpenApiDocument, 'paths' | 'tags'>,
  declared: readonly OpenApiTag[],
): readonly OpenApiTag[] {
  const used = new Set(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.tags ?? []),
  );
  const known = new Map([...tags, ...declared].map((tag) => [tag.name, tag]));
  const first = declared.map(({ name }) => name).filter((name) => used.has(name));
  const rest = [...used].filter((name) => !first.includes(name)).sort(codeUnitOrder);
  return [...first, ...rest].map((name) => ({ name, description: `The operations of ${name}.`, ...known.get(name) }));
}
