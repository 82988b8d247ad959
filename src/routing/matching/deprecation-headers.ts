import { httpDate, structuredDate } from '../../text/date.js';
import type { Deprecation } from '../../changes/deprecation.js';

interface DeprecationHeader {
  readonly name: string;
  readonly description: string;
  /** null when the deprecation does not say. */
  readonly value: (deprecation: Deprecation) => string | null;
}

/** The headers that announce the end of a route. Answers send them, documents describe them, and `svc check` wants them exposed. */
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

/** The headers of a deprecated route's answers; empty for other routes. */
export function deprecationHeaders(
  deprecation: Deprecation | null,
): readonly { readonly name: string; readonly description: string; readonly value: string }[] {
  if (!deprecation) return [];
  return all.flatMap(({ name, description, value }) => {
    const text = value(deprecation);
    return text === null ? [] : [{ name, description, value: text }];
  });
}
