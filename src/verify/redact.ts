import { tryParse } from '../json/parse-json.js';
import { isObject, type Json, objectAt, textAt } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import type { Answer } from './exchange.js';
import type { PromisedApi } from './promised-api.js';
import { readSeedTarget, type SeedValues } from './seeds.js';

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
const secretWord =
  /pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|private)[-_]?key|credential|session|signature|jwt|csrf|xsrf|(?:^|[-_])auth(?:$|[-_])/i;
/** Headers whose values a command line may show. */
const plainHeader =
  /^(?:accept(?:-.+)?|content-type|host|origin|prefer|referer|user-agent|x-api-version|api-version)$/i;

/** Shorter ones would be found in every text. */
const shortest = 4;
/** Answers hold words such as `"tokenType": "Bearer"`. */
const shortestAnswered = 8;

/** Values that no output shows, and the variables that stand in for them. */
export interface Secrets {
  /** Whether the value of a header, a parameter or a member is one. */
  readonly isSecret: (name: string) => boolean;
  /** Whether a header of this name is shown by its variable alone. */
  readonly hides: (header: string) => boolean;
  /** The variable that stands in for a value: `SVC_AUTHORIZATION`. */
  readonly variableOf: (name: string) => string;
  /** A text in which every known secret is replaced by its variable: `$SVC_AUTHORIZATION`. */
  readonly conceal: (text: string) => string;
  /** Makes the value of a name known. */
  readonly remember: (name: string, value: string) => void;
  /** Makes the values of headers known that somebody gave, all but plain ones. */
  readonly rememberHeaders: (headers: Readonly<Record<string, string>>) => void;
  /** Makes known what an answer holds under names of secrets. */
  readonly rememberAnswer: (answer: Answer) => void;
}

/** Knows the secrets of a run: what security schemes carry, and the values of telling names. */
export function createSecrets(api: PromisedApi): Secrets {
  const isSecret = secretNames(api);
  const given = new Set<string>();
  const known = new Map<string, string>();
  let sorted: readonly (readonly [secret: string, variable: string])[] | null = null;
  const variableOf = (name: string) => `SVC_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
  const add = (text: string, variable: string) => {
    if (text.length < shortest) return;
    for (const form of formsOf(text)) if (!known.has(form)) known.set(form, variable);
    sorted = null;
  };
  const remember = (name: string, value: string) => {
    add(value, variableOf(name));
    if (name.toLowerCase() === 'cookie') {
      for (const [cookie, one] of cookiesOf(value)) add(one, `${variableOf(name)}_${cookie.toUpperCase()}`);
    }
    const [, scheme, bare] = /^(Bearer|Basic|Token|Digest)\s+(.+)$/is.exec(value) ?? [];
    if (bare === undefined) return;
    add(bare, `${variableOf(name)}_VALUE`);
    if (/basic/i.test(scheme!)) add(passwordOf(bare), `${variableOf(name)}_PASSWORD`);
  };
  return {
    isSecret,
    hides: (header) => isSecret(header) || given.has(header.toLowerCase()),
    variableOf,
    remember,
    rememberHeaders: (headers) => {
      for (const [name, value] of Object.entries(headers)) {
        if (plainHeader.test(name)) continue;
        given.add(name.toLowerCase());
        remember(name, value);
      }
    },
    rememberAnswer: ({ headers, text }) => {
      const found = [
        ...Object.entries(headers).filter(([name]) => name !== 'set-cookie' && isSecret(name)),
        ...cookiesOf(headers['set-cookie']),
        ...secretsIn(tryParse(text), isSecret),
      ];
      for (const [name, value] of found) if (value.length >= shortestAnswered) remember(name, value);
    },
    conceal: (text) => {
      sorted ??= [...known].sort(([a], [b]) => b.length - a.length);
      return sorted.reduce((result, [secret, variable]) => result.replaceAll(secret, () => `$${variable}`), text);
    },
  };
}

/** Whether a name says that its value is a secret: that of a security scheme or a cookie, or one such as `password`. */
export function secretNames(api: PromisedApi): (name: string) => boolean {
  const keys = new Set(
    api.versions.flatMap(({ document }) =>
      Object.values(objectAt(objectAt(document.root['components'])['securitySchemes'])).flatMap(
        (scheme) => textAt(objectAt(scheme)['name'])?.toLowerCase() ?? [],
      ),
    ),
  );
  for (const { parameters } of api.operations)
    for (const { carrier, name } of parameters) if (carrier === 'cookie') keys.add(name.toLowerCase());
  return (name) => keys.has(name.toLowerCase()) || tellsSecret(name);
}

/** Whether a name alone says that its value is a secret. */
export function tellsSecret(name: string): boolean {
  return secretHeaders.has(name.toLowerCase()) || secretWord.test(name);
}

/** The texts and numbers that a value holds under names of secrets, each with its name. */
export function secretsIn(
  value: Json | undefined,
  isSecret: (name: string) => boolean,
  name: string | null = null,
): readonly (readonly [name: string, value: string])[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => secretsIn(item, isSecret, name));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) => secretsIn(member, isSecret, isSecret(key) ? key : name));
  const isShown = name === null || (typeof value !== 'string' && typeof value !== 'number');
  return isShown ? [] : [[name, String(value)]];
}

/** The secrets among seeds, each with its name. */
export function secretsOfSeeds(
  values: SeedValues,
  isSecret: (name: string) => boolean,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const { name, pointer } = readSeedTarget(key);
    const own = pointer === null ? name : (tokensOf(pointer).findLast((token) => !/^\d+$/.test(token)) ?? '');
    return secretsIn(value, isSecret, isSecret(own) ? own : null);
  });
}

/** A text as it stands in a JSON string, in an address and in a form, and each of them inside another. */
function formsOf(text: string): ReadonlySet<string> {
  const once = [text.trim(), ...writtenForms(text)];
  return new Set([text, ...once, ...once.flatMap(writtenForms)].filter((form) => form.length >= shortest));
}

function writtenForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  // A lone surrogate cannot be encoded.
  if (/\p{Surrogate}/u.test(text)) return [json];
  const encoded = encodeURIComponent(text);
  const strict = encoded.replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  // A query of a URL leaves fewer marks as they are than a component does.
  const query = encoded.replaceAll("'", '%27');
  return [json, encoded, strict, query, new URLSearchParams({ a: text }).toString().slice(2)];
}

const passwordOf = (basic: string) => Buffer.from(basic, 'base64').toString('utf8').split(/:(.*)/s)[1] ?? '';

function cookiesOf(text: string | undefined): readonly (readonly [string, string])[] {
  return [...(text ?? '').matchAll(/(?:^|[,;]\s*)([^=;,\s]+)=([^;,]*)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}
