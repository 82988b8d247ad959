import { textAt } from '../../../../json/json.js';
import { change, noChanges, show, type SchemaRule } from '../schema-rule.js';

/** Patterns that every text matches. */
const matchesAll = new Set(['', '.*', '^.*$', '^', '$', '[\\s\\S]*', '^[\\s\\S]*$']);

export const patternRule: SchemaRule = {
  name: 'pattern',
  compare: ({ base, revision }) => {
    const [from, to] = [textAt(base.keywords['pattern']), textAt(revision.keywords['pattern'])];
    if (from === to) return noChanges;
    if (from === null) return [change('pattern-added', `must now match the pattern ${show(to)}`, 'pattern')];
    if (to === null) return [change('pattern-removed', `need no longer match the pattern ${show(from)}`, 'pattern')];
    const text = `pattern went from ${show(from)} to ${show(to)}`;
    if (!matchesAll.has(to)) return [change('pattern-changed', text, 'pattern')];
    return [
      {
        ...change('pattern-generalized', text, 'pattern'),
        ids: ({ direction, name }) => [`${name}-pattern-${direction === 'request' ? 'generalized' : 'changed'}`],
      },
    ];
  },
};
