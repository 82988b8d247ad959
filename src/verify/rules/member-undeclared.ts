import { countOf } from '../../text/join-words.js';
import type { VerifyRule } from './rule.js';

const shown = 5;

export const memberUndeclared: VerifyRule = {
  id: 'member-undeclared',
  level: 'error',
  summary: 'An answer has no member that the version does not declare.',
  find: ({ body, answer: { status } }) => {
    if (body.kind !== 'json' || !body.misfit || body.misfit.fits !== null || body.misfit.undeclared.length === 0)
      return [];
    const names = [...new Set(body.misfit.undeclared.map((place) => place.replaceAll(/\/\d+(?=\/|$)/g, '/*')))];
    const rest = names.length > shown ? ` and ${countOf(names.length - shown, 'more', 'more')}` : '';
    return [
      `the body of ${status} has members that the version does not declare: ${names.slice(0, shown).join(', ')}${rest}.`,
    ];
  },
};
