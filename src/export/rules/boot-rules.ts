import { versioningTypes } from '../../routing/versioning/versioning.js';
import type { RuleSummary } from './rule.js';

const summaries = {
  'versioning-off': 'No route declares a version while versioning is off.',
  'duplicate-route': 'A path, method and version has one handler.',
  'path-parameter-names': 'One path calls its parameters by one name.',
  'invalid-path': 'A path is plain segments and :name parameters.',
  'invalid-schema': 'What a route takes and answers is written as Zod schemas.',
  'invalid-version': 'A version is one path segment, and named once.',
  'invalid-versioning-type': `versioning.type is ${versioningTypes.map(({ name }) => `'${name}'`).join(' or ')}.`,
  ...Object.fromEntries(versioningTypes.map(({ rule }) => [rule.id, rule.summary])),
  'invalid-default-version': 'versioning.defaultVersion is a version, or a list of different ones.',
  'invalid-option': 'Every option of the app has a value that it can have.',
  'unknown-option': 'Every name among the options is an option that there is.',
  'invalid-deprecation': 'The dates and the link of @Deprecated can be read, and the sunset is not before since.',
  'invalid-throttle': 'The numbers of @Throttle are positive integers.',
  'invalid-idempotency': 'The time of @Idempotent is a positive integer.',
  'invalid-roles': '@Roles names the roles that may call.',
  'invalid-mount-document': 'The document of a mount can be loaded, and describes what the mount serves.',
  'handler-without-verb': 'A method that is versioned, deprecated, guarded or documented has a verb.',
  'not-a-module': 'What a module imports is a class with @Module.',
  'not-a-provider': 'What a module provides is a class or the answer of provide().',
  'not-a-controller': 'What a module lists as a controller has @Controller.',
  'missing-provider': 'Everything that is injected is provided.',
  'provider-cycle': 'No provider needs itself.',
};

/** What keeps a service from being served at all; always an error. */
export const bootRules: readonly RuleSummary[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  severity: 'error',
  summary,
}));
