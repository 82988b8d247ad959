import { numberAt } from '../../../../json/json.js';
import { change, noChanges, type SchemaRule } from '../schema-rule.js';

export const multiplesRule: SchemaRule = {
  name: 'multiples',
  compare: ({ base, revision }) => {
    const [from, to] = [numberAt(base.keywords['multipleOf']), numberAt(revision.keywords['multipleOf'])];
    if (from === to) return noChanges;
    if (from === null) return [change('multiple-of-set', `must now be a multiple of ${to}`, 'multipleOf')];
    if (to === null) return [change('multiple-of-unset', `need no longer be a multiple of ${from}`, 'multipleOf')];
    const name =
      from % to === 0 ? 'multiple-of-generalized' : to % from === 0 ? 'multiple-of-specialized' : 'multiple-of-changed';
    return [change(name, `must be a multiple of ${to}, no longer of ${from}`, 'multipleOf')];
  },
};

export const uniqueItemsRule: SchemaRule = {
  name: 'unique-items',
  compare: ({ base, revision }) => {
    const [from, to] = [base.keywords['uniqueItems'] === true, revision.keywords['uniqueItems'] === true];
    if (from === to) return noChanges;
    return [
      to
        ? change('unique-items-set', 'items must now be unique', 'uniqueItems')
        : change('unique-items-unset', 'items need no longer be unique', 'uniqueItems'),
    ];
  },
};
