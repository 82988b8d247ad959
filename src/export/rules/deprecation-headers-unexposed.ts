import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import { problem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import type { Rule } from './rule.js';

export const deprecationHeadersUnexposed: Rule = {
  id: 'deprecation-headers-unexposed',
  severity: 'warning',
  summary: 'cors.exposedHeaders lists the deprecation headers, so that pages of other origins can read them.',
  find({ definition: { cors }, routes }) {
    const deprecations = routes.flatMap(({ deprecation }) => deprecation ?? []);
    if (!isOpen(cors) || deprecations.length === 0) return [];
    const exposed = exposedHeaders(cors);
    const sent = [...new Set(deprecations.flatMap((one) => deprecationHeaders(one).map(({ name }) => name)))];
    const unread = sent.filter((name) => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'));
    if (unread.length === 0) return [];
    return [
      problem(
        'deprecation-headers-unexposed',
        `Pages of other origins cannot read ${joinWords(unread)}: cors.exposedHeaders ${exposed.length > 0 ? `does not list ${unread.length > 1 ? 'them' : 'it'}` : 'is not set'}.`,
        `Add exposedHeaders: [${sent.map((name) => `'${name}'`).join(', ')}] to cors.`,
        { option: 'cors' },
      ),
    ];
  },
};

type Cors = ServiceDefinition['cors'];

const isOpen = (cors: Cors) => cors === true || (typeof cors === 'object' && cors !== null && cors.origin !== false);

function exposedHeaders(cors: Cors): readonly string[] {
  const listed = typeof cors === 'object' ? (cors.exposedHeaders ?? []) : [];
  return (typeof listed === 'string' ? listed.split(',') : listed).map((name) => name.trim().toLowerCase());
}
