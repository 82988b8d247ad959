import { isObject, keysOfEither, objectAt } from '../../../../json/json.js';
import { change, noChanges, show, type SchemaRule } from '../schema-rule.js';

export const discriminatorRule: SchemaRule = {
  name: 'discriminator',
  compare: ({ base, revision }) => {
    const [from, to] = [base.keywords['discriminator'], revision.keywords['discriminator']];
    if (from === undefined && to === undefined) return noChanges;
    if (!isObject(from))
      return [
        change(
          'discriminator-added',
          `has a discriminator now: ${show(objectAt(to)['propertyName'])}`,
          'discriminator',
        ),
      ];
    if (!isObject(to))
      return [change('discriminator-removed', `lost its discriminator ${show(from['propertyName'])}`, 'discriminator')];
    const [before, after] = [objectAt(from['mapping']), objectAt(to['mapping'])];
    const renamed =
      from['propertyName'] === to['propertyName']
        ? []
        : [
            change(
              'discriminator-property-name-changed',
              `discriminator went from ${show(from['propertyName'])} to ${show(to['propertyName'])}`,
              'discriminator',
              'propertyName',
            ),
          ];
    return [
      ...renamed,
      ...keysOfEither(before, after).flatMap((key) => {
        if (before[key] === after[key]) return [];
        const tokens = ['discriminator', 'mapping', key];
        if (before[key] === undefined)
          return [change('discriminator-mapping-added', `discriminator now maps ${show(key)}`, ...tokens)];
        if (after[key] === undefined)
          return [change('discriminator-mapping-deleted', `discriminator no longer maps ${show(key)}`, ...tokens)];
        return [
          change(
            'discriminator-mapping-changed',
            `discriminator maps ${show(key)} to ${show(after[key])}, no longer to ${show(before[key])}`,
            ...tokens,
          ),
        ];
      }),
    ];
  },
};
