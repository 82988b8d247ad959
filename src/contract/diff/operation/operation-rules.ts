import type { OperationRule } from './operation-rule.js';
import { operationIdRule, tagsRule } from './rules/identity.js';
import { operationLifecycleRule, operationStabilityRule } from './rules/lifecycle.js';
import { parameterLifecycleRule } from './rules/parameter-lifecycle.js';
import { parameterPresenceRule, parameterShapeRule } from './rules/parameters.js';
import { requestBodyRule, requestMediaTypeRule } from './rules/request-body.js';
import { responseHeaderRule, responseMediaTypeRule, responseStatusRule } from './rules/responses.js';
import { requiredRolesRule, securityRule } from './rules/security.js';
import { routeVersionRule } from './rules/versioning.js';

/** Every rule over an operation that both documents have. */
export const operationRules: readonly OperationRule[] = Object.freeze([
  operationIdRule,
  tagsRule,
  operationLifecycleRule,
  operationStabilityRule,
  routeVersionRule,
  securityRule,
  requiredRolesRule,
  parameterPresenceRule,
  parameterShapeRule,
  parameterLifecycleRule,
  requestBodyRule,
  requestMediaTypeRule,
  responseStatusRule,
  responseMediaTypeRule,
  responseHeaderRule,
]);
