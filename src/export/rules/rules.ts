import { changeNotFrozen } from './change-not-frozen.js';
import { documentDiffersFromServer } from './document-differs-from-server.js';
import { changeNotReached } from './change-not-reached.js';
import { changeUnfinished } from './change-unfinished.js';
import { changeWithoutEffect } from './change-without-effect.js';
import { untypedAnswer } from './untyped-answer.js';
import { versionWithoutRoutes } from './version-without-routes.js';
import { ambiguousUnion } from './ambiguous-union.js';
import { apiVersionUnserved } from './api-version-unserved.js';
import { bootRules } from './boot-rules.js';
import { brownoutAfterSunset } from './brownout-after-sunset.js';
import { brownoutEmpty } from './brownout-empty.js';
import { brownoutWithoutNotice } from './brownout-without-notice.js';
import { brownoutsOverlap } from './brownouts-overlap.js';
import { cookiesWithoutCsrf } from './cookies-without-csrf.js';
import { credentialsWithoutOrigin } from './credentials-without-origin.js';
import { defaultVersionUnserved } from './default-version-unserved.js';
import { deprecatedWithoutSunset } from './deprecated-without-sunset.js';
import { deprecationHeadersUnexposed } from './deprecation-headers-unexposed.js';
import { duplicateOperationId } from './duplicate-operation-id.js';
import { filterLosesValues } from './filter-loses-values.js';
import { frozenInRoute } from './frozen-in-route.js';
import { hiddenNeutralRoute } from './hidden-neutral-route.js';
import { internalInRequest } from './internal-in-request.js';
import { invalidLifecycle } from './invalid-lifecycle.js';
import { invalidVerify } from './invalid-verify.js';
import { listBecomesPartial } from './list-becomes-partial.js';
import { numberBeyondDouble } from './number-beyond-double.js';
import { opaqueAnswer } from './opaque-answer.js';
import { optionsProviderOffline } from './options-provider-offline.js';
import { parameterWithoutSchema } from './parameter-without-schema.js';
import { schemaWithoutParameter } from './schema-without-parameter.js';
import { pinWithoutAuthentication } from './pin-without-authentication.js';
import { pinnedVersionsDiffer } from './pinned-versions-differ.js';
import { previewExpired } from './preview-expired.js';
import { previewPromotionUnknown } from './preview-promotion-unknown.js';
import { previewWithoutEffect } from './preview-without-effect.js';
import { previewWithoutExpiry } from './preview-without-expiry.js';
import { problemSchemaMismatch } from './problem-schema-mismatch.js';
import { rolesWithoutAuthentication } from './roles-without-authentication.js';
import type { Rule, RuleSummary } from './rule.js';
import { signedInWithoutAuthentication } from './signed-in-without-authentication.js';
import { shapeWithoutEvidence } from './shape-without-evidence.js';
import { shadowedVersion } from './shadowed-version.js';
import { sunsetPassed } from './sunset-passed.js';
import { sunsetWithoutSuccessor } from './sunset-without-successor.js';
import { undescribableSchema } from './undescribable-schema.js';
import { undescribedSchema } from './undescribed-schema.js';
import { versionParameterDeclared } from './version-parameter-declared.js';
import { versionHole } from './version-hole.js';
import { versionLacksRoutes } from './version-lacks-routes.js';

/** Every rule for services that can start. */
export const rules: readonly Rule[] = [
  changeWithoutEffect,
  changeNotFrozen,
  changeNotReached,
  documentDiffersFromServer,
  frozenInRoute,
  changeUnfinished,
  listBecomesPartial,
  filterLosesValues,
  numberBeyondDouble,
  versionWithoutRoutes,
  untypedAnswer,
  defaultVersionUnserved,
  apiVersionUnserved,
  parameterWithoutSchema,
  schemaWithoutParameter,
  undescribableSchema,
  undescribedSchema,
  duplicateOperationId,
  sunsetPassed,
  deprecatedWithoutSunset,
  sunsetWithoutSuccessor,
  brownoutEmpty,
  brownoutsOverlap,
  brownoutAfterSunset,
  brownoutWithoutNotice,
  deprecationHeadersUnexposed,
  credentialsWithoutOrigin,
  cookiesWithoutCsrf,
  versionHole,
  versionLacksRoutes,
  hiddenNeutralRoute,
  shadowedVersion,
  rolesWithoutAuthentication,
  signedInWithoutAuthentication,
  pinWithoutAuthentication,
  pinnedVersionsDiffer,
  optionsProviderOffline,
  problemSchemaMismatch,
  opaqueAnswer,
  ambiguousUnion,
  internalInRequest,
  invalidLifecycle,
  invalidVerify,
  versionParameterDeclared,
  previewWithoutExpiry,
  previewPromotionUnknown,
  previewExpired,
  previewWithoutEffect,
  shapeWithoutEvidence,
];

const invalidCheck: RuleSummary = {
  id: 'invalid-check',
  severity: 'error',
  summary: 'The option checks maps known rules to valid severities.',
};

/** Every rule of `svc check`. */
export const checkRules: readonly RuleSummary[] = [
  ...bootRules,
  ...rules.map(({ find: _, ...summary }) => summary),
  invalidCheck,
];
