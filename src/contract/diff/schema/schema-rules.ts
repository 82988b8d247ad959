import type { SchemaRule } from './schema-rule.js';
import { additionalPropertiesRule } from './rules/additional-properties.js';
import { allOfRule } from './rules/all-of.js';
import { alternativesRule, wrappingRule } from './rules/alternatives.js';
import { boundsRule } from './rules/bounds.js';
import { contentRule } from './rules/content.js';
import { discriminatorRule } from './rules/discriminator.js';
import { multiplesRule, uniqueItemsRule } from './rules/multiples.js';
import { nullabilityRule } from './rules/nullability.js';
import { patternRule } from './rules/pattern.js';
import { propertyMutabilityRule, propertyPresenceRule, propertyRequirednessRule } from './rules/properties.js';
import { propertyLifecycleRule, propertyStabilityRule } from './rules/property-lifecycle.js';
import { dependentsRule, patternPropertiesRule, prefixItemsRule, subschemaRule } from './rules/subschemas.js';
import { typesRule } from './rules/types.js';
import { constantRule, defaultRule, enumRule, extensibleEnumRule } from './rules/values.js';

/** Every rule over a pair of schemas. */
export const schemaRules: readonly SchemaRule[] = Object.freeze([
  typesRule,
  nullabilityRule,
  enumRule,
  extensibleEnumRule,
  constantRule,
  defaultRule,
  boundsRule,
  multiplesRule,
  uniqueItemsRule,
  patternRule,
  propertyPresenceRule,
  propertyRequirednessRule,
  propertyMutabilityRule,
  propertyLifecycleRule,
  propertyStabilityRule,
  additionalPropertiesRule,
  allOfRule,
  alternativesRule,
  wrappingRule,
  discriminatorRule,
  subschemaRule,
  prefixItemsRule,
  dependentsRule,
  patternPropertiesRule,
  contentRule,
]);
