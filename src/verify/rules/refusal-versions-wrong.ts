import { isObject } from '../../json/json.js';
import { versionOf } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const refusalVersionsWrong: VerifyRule = {
  id: 'refusal-versions-wrong',
  level: 'error',
  summary:
    'A refused version comes with `supportedVersions` where the contract declares them, and they are those of the address.',
  find: ({ kind, api, operation, body, media, answer: { status } }) => {
    if (
      kind !== 'unknown-version' ||
      status !== 404 ||
      operation.server !== 'svckit' ||
      body.kind !== 'json' ||
      !isObject(body.value)
    )
      return [];
    const { properties } = operation.of.schemas.view(media?.['schema']);
    if (properties['supportedVersions'] === undefined) return [];
    const listed = body.value['supportedVersions'];
    const served = api.family(operation).flatMap((one) => versionOf(one) ?? []);
    const names = Array.isArray(listed) ? (listed as readonly unknown[]).map(String) : [];
    const missing = served.filter((version) => !names.includes(version));
    return missing.length === 0
      ? []
      : [
          `the refusal of an unknown version lists ${names.join(', ') || 'no versions'}, without ${missing.join(', ')}.`,
        ];
  },
};
