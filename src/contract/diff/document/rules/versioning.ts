import { isObject, listAt, textAt, type JsonObject } from '../../../../json/json.js';
import type { DocumentDraft, DocumentRule } from '../document-rule.js';

export const versioningRule: DocumentRule = {
  name: 'versioning',
  compare: ({ base, revision }) => {
    const [from, to] = [base.root['x-svc-versioning'], revision.root['x-svc-versioning']];
    if (!isObject(from) || !isObject(to)) return [];
    if (from['type'] !== to['type']) {
      return [
        draft(
          'api-versioning-type-changed',
          'type',
          `versions are told apart by ${show(to, 'type')} now, no longer by ${show(from, 'type')}`,
        ),
      ];
    }
    return [...compareNames(from, to), ...compareDefaults(readVersions(from), readVersions(to))];
  },
};

function compareNames(from: JsonObject, to: JsonObject): readonly DocumentDraft[] {
  const sameHeader = textAt(from['header'])?.toLowerCase() === textAt(to['header'])?.toLowerCase();
  return [
    ...(sameHeader
      ? []
      : [
          draft(
            'api-version-header-renamed',
            'header',
            `the version is read from the header ${show(to, 'header')} now, no longer from ${show(from, 'header')}`,
          ),
        ]),
    ...(from['key'] === to['key']
      ? []
      : [
          draft(
            'api-version-key-renamed',
            'key',
            `the version is read from the media type key ${show(to, 'key')} now, no longer from ${show(from, 'key')}`,
          ),
        ]),
  ];
}

function compareDefaults(from: readonly string[], to: readonly string[]): readonly DocumentDraft[] {
  if (from.join() === to.join()) return [];
  const words = (versions: readonly string[]) => (versions.length === 0 ? 'none' : versions.join(', '));
  const onlyMore = from.length > 0 && from.every((version, index) => to[index] === version);
  return [
    onlyMore
      ? draft(
          'api-default-version-added',
          'defaultVersion',
          `default versions went from ${words(from)} to ${words(to)}`,
        )
      : draft(
          'api-default-version-changed',
          'defaultVersion',
          `a request that names no version gets ${words(to.slice(0, 1))} now, no longer ${words(from.slice(0, 1))} (defaults: ${words(from)} became ${words(to)})`,
        ),
  ];
}

function readVersions(versioning: JsonObject): readonly string[] {
  const versions = versioning['defaultVersion'];
  if (versions === undefined || versions === null) return [];
  return (Array.isArray(versions) ? listAt(versions) : [versions]).map(String);
}

function draft(id: DocumentDraft['id'], token: string, message: string): DocumentDraft {
  return { id, tokens: ['x-svc-versioning', token], message };
}

function show(versioning: JsonObject, key: string): string {
  return textAt(versioning[key]) ?? 'none';
}
