import { componentSchemas } from './checks/document/component-schemas.js';
import { globalSecurity } from './checks/document/global-security.js';
import { globalServers } from './checks/document/global-servers.js';
import { impossibleSchemas } from './checks/document/impossible-schemas.js';
import { operations } from './checks/document/operations.js';
import { securitySchemes } from './checks/document/security-schemes.js';
import { versionBump } from './checks/document/version-bump.js';
import { apiVersioning } from './checks/document/api-versioning.js';
import { webhooks } from './checks/document/webhooks.js';
import { callbacks } from './checks/operation/callbacks.js';
import { encoding } from './checks/operation/encoding.js';
import { idsAndTags } from './checks/operation/ids-and-tags.js';
import { inbound } from './checks/operation/inbound.js';
import { operationLifecycle } from './checks/operation/operation-lifecycle.js';
import { parameterLifecycle } from './checks/operation/parameter-lifecycle.js';
import { parameters } from './checks/operation/parameters.js';
import { rateLimit } from './checks/operation/rate-limit.js';
import { requestBody } from './checks/operation/request-body.js';
import { responseContent } from './checks/operation/response-content.js';
import { responseHeader } from './checks/operation/response-header.js';
import { responseLinks } from './checks/operation/response-links.js';
import { responseStatus } from './checks/operation/response-status.js';
import { security } from './checks/operation/security.js';
import { servers } from './checks/operation/servers.js';
import { acceptedValues } from './checks/schema/accepted-values.js';
import { additionalProperties } from './checks/schema/additional-properties.js';
import { allOf } from './checks/schema/all-of.js';
import { alternatives } from './checks/schema/alternatives.js';
import { conditions } from './checks/schema/conditions.js';
import { constant } from './checks/schema/constant.js';
import { contains } from './checks/schema/contains.js';
import { content } from './checks/schema/content.js';
import { defaultValue } from './checks/schema/default-value.js';
import { dependents } from './checks/schema/dependents.js';
import { discriminator } from './checks/schema/discriminator.js';
import { enums } from './checks/schema/enum.js';
import { exclusiveRange } from './checks/schema/exclusive-range.js';
import { itemCount } from './checks/schema/item-count.js';
import { length } from './checks/schema/length.js';
import { multipleOf } from './checks/schema/multiple-of.js';
import { nullability } from './checks/schema/nullability.js';
import { pattern } from './checks/schema/pattern.js';
import { patternProperties } from './checks/schema/pattern-properties.js';
import { prefixItems } from './checks/schema/prefix-items.js';
import { propertyCount } from './checks/schema/property-count.js';
import { propertyLifecycle } from './checks/schema/property-lifecycle.js';
import { propertyMutability } from './checks/schema/property-mutability.js';
import { propertyNames } from './checks/schema/property-names.js';
import { propertyPresence } from './checks/schema/property-presence.js';
import { propertyRequiredness } from './checks/schema/property-requiredness.js';
import { range } from './checks/schema/range.js';
import { types } from './checks/schema/types.js';
import { unevaluated } from './checks/schema/unevaluated.js';
import { uniqueItems } from './checks/schema/unique-items.js';

/** Every family of checks over two whole documents. */
export const documentFamilies = Object.freeze([
  operations,
  webhooks,
  globalSecurity,
  globalServers,
  securitySchemes,
  componentSchemas,
  impossibleSchemas,
  apiVersioning,
  versionBump,
] as const);

/** Every family of checks over an operation that both documents have. */
export const operationFamilies = Object.freeze([
  idsAndTags,
  operationLifecycle,
  security,
  rateLimit,
  servers,
  parameters,
  parameterLifecycle,
  requestBody,
  encoding,
  responseStatus,
  responseContent,
  responseHeader,
  responseLinks,
  inbound,
  callbacks,
] as const);

/** Every family of checks over a pair of schemas. */
export const schemaFamilies = Object.freeze([
  types,
  nullability,
  enums,
  constant,
  defaultValue,
  range,
  exclusiveRange,
  multipleOf,
  length,
  pattern,
  content,
  itemCount,
  uniqueItems,
  prefixItems,
  contains,
  propertyPresence,
  propertyRequiredness,
  propertyMutability,
  propertyLifecycle,
  propertyCount,
  propertyNames,
  additionalProperties,
  patternProperties,
  dependents,
  unevaluated,
  allOf,
  alternatives,
  discriminator,
  conditions,
  acceptedValues,
] as const);
