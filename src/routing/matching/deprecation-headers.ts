import { httpDate, structuredDate } from '../../text/date.js';
import type { Deprecation } from '../table/route.js';

interface DeprecationHeader {
  readonly name: string;
  readonly description: string;
  /** null: the deprecation does not say. */
  readonly value: (deprecation: Deprecation) => string | null;
}

/** Every header that announces the end of a route: answers send it, documents describe it, `svc check` wants it exposed. */
const all: readonly DeprecationHeader[] = [
  {
    name: 'Deprecation',
    description: 'When this was deprecated (RFC 9745).',
    value: ({ since }) => structuredDate(since),
  },
  {
    name: 'Sunset',
    description: 'When this goes away (RFC 8594).',
    value: ({ sunset }) => sunset && httpDate(sunset),
  },
  {
    name: 'Link',
    description: 'Where to read about it (RFC 9745, section 3).',
    value: ({ link }) => link && `<${link}>; rel="deprecation"; type="text/html"`,
  },
];

/** The headers of a deprecated route's answers; none for a route that stays. */
export function deprecationHeaders(
  deprecation: Deprecation | null,
): readonly { readonly name: string; readonly description: string; readonly value: string }[] {
  if (!deprecation) return [];
  return all.flatMap(({ name, description, value }) => {
    const text = value(deprecation);
    return text === null ? [] : [{ name, description, value: text }];
  });
}
