import type { DocumentRule } from './document-rule.js';
import { componentSchemasRule } from './rules/components.js';
import { addedOperationsRule, removedOperationsRule, versionedPathsRule, webhooksRule } from './rules/operations.js';
import { globalSecurityRule, securitySchemesRule } from './rules/security.js';
import { versioningRule } from './rules/versioning.js';

/** Every rule over two whole documents. */
export const documentRules: readonly DocumentRule[] = Object.freeze([
  removedOperationsRule,
  versionedPathsRule,
  addedOperationsRule,
  webhooksRule,
  globalSecurityRule,
  securitySchemesRule,
  componentSchemasRule,
  versioningRule,
]);
