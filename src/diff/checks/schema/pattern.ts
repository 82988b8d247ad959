import { textAt } from '../../../json/json.js';
import { show } from '../../family.js';
import {
  change,
  error,
  idAt,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  warning,
} from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('constraints', 'add', {
    'request-body': error('request-body-pattern-added'),
    'request-property': error('request-property-pattern-added'),
    'request-parameter': error('request-parameter-pattern-added'),
    'request-parameter-property': error('request-parameter-property-pattern-added'),
    'response-body': info('response-body-pattern-added'),
    'response-property': info('response-property-pattern-added'),
    'response-header': info('response-header-pattern-added'),
  }),
  removed: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-pattern-removed'),
    'request-property': info('request-property-pattern-removed'),
    'request-parameter': info('request-parameter-pattern-removed'),
    'request-parameter-property': info('request-parameter-property-pattern-removed'),
    'response-body': info('response-body-pattern-removed'),
    'response-property': info('response-property-pattern-removed'),
    'response-header': info('response-header-pattern-removed'),
  }),
  changed: schemaChecks('constraints', 'change', {
    'request-body': warning('request-body-pattern-changed'),
    'request-property': warning('request-property-pattern-changed'),
    'request-parameter': warning('request-parameter-pattern-changed'),
    'request-parameter-property': warning('request-parameter-property-pattern-changed'),
    'response-body': info('response-body-pattern-changed'),
    'response-property': info('response-property-pattern-changed'),
    'response-header': info('response-header-pattern-changed'),
  }),
  generalized: schemaChecks('constraints', 'generalize', {
    'request-body': info('request-body-pattern-generalized'),
    'request-property': info('request-property-pattern-generalized'),
    'request-parameter': info('request-parameter-pattern-generalized'),
    'request-parameter-property': info('request-parameter-property-pattern-generalized'),
    'response-body': null,
    'response-property': null,
    'response-header': null,
  }),
};

export const pattern = schemaFamily({
  name: 'pattern',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const [from, to] = [textAt(base.keywords['pattern']), textAt(revision.keywords['pattern'])];
    if (from === to) return noChanges;
    if (from === null) return [change(checks.added, `must now match the pattern ${show(to)}`, 'pattern')];
    if (to === null) return [change(checks.removed, `no longer has to match the pattern ${show(from)}`, 'pattern')];
    const text = `pattern changed from ${show(from)} to ${show(to)}`;
    if (!matchesAll.has(to)) return [change(checks.changed, text, 'pattern')];
    return [
      {
        idAt: (place) => idAt(place.direction === 'request' ? checks.generalized : checks.changed, place),
        tokens: ['pattern'],
        text,
      },
    ];
  },
});

/** Patterns that every text matches. */
const matchesAll = new Set(['', '.*', '^.*$', '^', '$', '[\\s\\S]*', '^[\\s\\S]*$']);
