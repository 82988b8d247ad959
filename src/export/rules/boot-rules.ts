import { versioningTypes } from '../../routing/versioning/versioning.js';
import type { RuleSummary } from './rule.js';

const summaries: Readonly<Record<string, string | Pick<RuleSummary, 'summary' | 'preventsDescription'>>> = {
  'versioning-off': 'Routes declare versions only while versioning is on.',
  'duplicate-route': 'Every method, path and version has one handler.',
  'older-address-taken': 'The older addresses that a change gives an operation are those of no other.',
  'path-parameter-names': 'Routes with one path use the same parameter names.',
  'invalid-path': 'A path consists of plain segments and :name parameters.',
  'invalid-schema': 'The schemas of a route are an object of schemas: params, query, headers, cookies, body, response.',
  'invalid-version': 'A version is one path segment, and is declared once.',
  'invalid-versioning-type': `versioning.type is ${versioningTypes.map(({ name }) => `'${name}'`).join(' or ')}.`,
  ...Object.fromEntries(versioningTypes.map(({ rule }) => [rule.id, rule.summary])),
  'invalid-default-version': 'versioning.defaultVersion is a version, or a list of distinct versions.',
  'invalid-versions': 'versioning.versions comes from defineVersions().',
  'invalid-match': "versioning.match is 'exact' or 'latest-not-newer'.",
  'invalid-pin': 'versioning.pin is a function, and requests name the version outside the path.',
  'invalid-sunset': "versioning.sunset is 'announce' or 'refuse'.",
  'versions-out-of-order': 'versioning.versions lists the oldest version first.',
  'releases-out-of-order': 'No version was released before an older one.',
  'unknown-change-version': 'A route names only versions that versioning.versions lists.',
  'schema-changed-twice': 'A version changes a schema once, or the second change names the before of the first.',
  'operation-changed-twice': 'A version changes an operation once.',
  'invalid-collect':
    'A version collects the pages of a GET that answers with JSON, and says what older versions answer.',
  'sealed-body-converted':
    'A change converts no body of an application with a digest or a signature that the application makes or checks.',
  'change-without-up': 'A change to a request schema, or to what a lens reads, has up.',
  'change-without-down':
    'A change to a response schema, to the payload of a webhook, or to what a lens writes, has down.',
  'frozen-shape-differs': 'A frozen shape is what newer versions make of its schema, but for members that were added.',
  'cannot-freeze': 'A frozen shape is a schema of Zod 4.',
  'unknown-operation': 'A change names operations that the API serves.',
  'unchangeable-answer':
    'A version changes the schema of an answer that is not JSON only with an operation that converts it.',
  'derived-schema-unchanged': 'A version that changes a schema also changes the objects that are made from it.',
  'internal-not-hidden':
    'An internal member is a member of an object that drops undeclared ones, in answers held to it.',
  'neutral-route-changed': 'A route that is served in every version uses no schema that a version changed.',
  'invalid-preview': '@Preview names a preview, and its options can be read.',
  'preview-declared-twice': 'The options of a preview are written once.',
  'unknown-preview': 'A preview builds only on previews that are declared.',
  'preview-and-next': 'A preview and what is not released change no schema and no operation both.',
  'previews-without-order': 'Of two previews that change one schema or operation, one names the other in with.',
  'preview-moves-operation': 'A preview leaves the addresses of operations as they are.',
  'preview-not-in-newest': 'A route of a preview is served in the newest version.',
  'invalid-option': 'Every option of the app has a valid value.',
  'unknown-option': 'Every option of the app is a known option.',
  'invalid-webhooks':
    'The option webhooks lists what webhook() returned, each with a name of its own and a payload of plain JSON.',
  'invalid-lenses': 'The option lenses lists what lens() returned, each with a name of its own.',
  'invalid-deprecation': '@Deprecated has valid dates, brownouts and link, and its sunset is not before since.',
  'invalid-throttle': '@Throttle takes positive integers.',
  'invalid-idempotency': '@Idempotent takes a positive integer of seconds, on a route whose body is not streamed.',
  'invalid-roles': '@Roles names at least one role.',
  'invalid-security': '@Security, and static security of a guard, name schemes; @Public is not beside them.',
  'invalid-security-scheme': 'Every entry of securitySchemes is an OpenAPI security scheme.',
  'unknown-security-scheme': '@Security and guards name schemes and scopes that securitySchemes has.',
  'invalid-mount-document': {
    summary: 'The document of a mount loads, and describes paths of the mount.',
    preventsDescription: true,
  },
  'handler-without-verb': 'Every decorated method of a controller has a verb.',
  'not-a-module': 'A module imports classes with @Module.',
  'not-a-provider': 'A module provides classes and results of provide().',
  'not-a-controller': 'The controllers of a module have @Controller.',
  'missing-provider': 'Every injected dependency is provided.',
  'provider-cycle': 'No provider depends on itself.',
};

/** The rules of problems that prevent a service from starting; always errors. */
export const bootRules: readonly RuleSummary[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  severity: 'error',
  ...(typeof summary === 'string' ? { summary } : summary),
  preventsStart: true,
}));
