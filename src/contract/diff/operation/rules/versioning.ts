import { isObject } from '../../../../json/json.js';
import type { OperationRule } from '../operation-rule.js';

export const routeVersionRule: OperationRule = {
  name: 'route-version',
  inbound: false,
  compare: ({ base, revision }) => {
    if (![base, revision].every(({ document }) => isObject(document.root['x-svc-versioning']))) return [];
    if (base.apiVersion === null && revision.apiVersion !== null) {
      return [
        {
          id: 'api-route-became-version-specific',
          tokens: [...revision.tokens, 'x-svc-version'],
          message: `the operation answered every version and answers only version ${revision.apiVersion} now`,
        },
      ];
    }
    if (base.apiVersion === null || revision.apiVersion !== null) return [];
    return [
      {
        id: 'api-route-became-version-neutral',
        tokens: revision.tokens,
        message: `the operation answered version ${base.apiVersion} and answers every version now`,
      },
    ];
  },
};
