import type { JsonObject } from '../../json/json.js';
import { objectAt, textAt } from '../../json/json.js';
import type { PromisedApi } from './promised-api.js';

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
const secretWord = /pass(?:word|wd|phrase)|secret|token|api[-_]?key|credential|session|signature/i;

/** Values that no output shows, and the variables that stand in for them. */
export interface Secrets {
  /** Whether the value of a header or parameter is one. */
  readonly isSecret: (name: string) => boolean;
  /** The variable that stands in for the value of a header or parameter: `SVC_AUTHORIZATION`. */
  readonly variableOf: (name: string) => string;
  /** A text in which every known secret is replaced by its variable: `$SVC_AUTHORIZATION`. */
  readonly conceal: (text: string) => string;
  /** Makes the value of a header or parameter known. */
  readonly remember: (name: string, value: string) => void;
}

/** Knows the secrets of a run: what security schemes, headers and parameters of telling names carry. */
export function createSecrets(api: PromisedApi): Secrets {
  const keys = new Set(
    api.versions.flatMap(({ document }) =>
      keyNames(objectAt(objectAt(document.root['components'])['securitySchemes'])),
    ),
  );
  const known = new Map<string, string>();
  const variableOf = (name: string) => `SVC_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
  return {
    isSecret: (name) => secretHeaders.has(name.toLowerCase()) || keys.has(name.toLowerCase()) || secretWord.test(name),
    variableOf,
    remember: (name, value) => {
      // Short ones would be found in every text.
      const bare = value.replace(/^(?:Bearer|Basic|Token)\s+/i, '');
      if (bare.length >= 4) known.set(bare, `${variableOf(name)}_VALUE`);
      if (value.length >= 4) known.set(value, variableOf(name));
    },
    conceal: (text) =>
      [...known]
        .sort(([a], [b]) => b.length - a.length)
        .reduce((result, [secret, variable]) => result.replaceAll(secret, () => `$${variable}`), text),
  };
}

function keyNames(schemes: JsonObject): readonly string[] {
  return Object.values(schemes).flatMap((scheme) => {
    const name = textAt(objectAt(scheme)['name']);
    return name === null ? [] : [name.toLowerCase()];
  });
}
