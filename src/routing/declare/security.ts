import { joinWords } from '../../text/join-words.js';
import { isObject } from '../../json/json.js';

/** The security schemes that a request needs together, each with its scopes (OpenAPI 3.1, section 4.8.30). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** The name of a scheme, schemes that are needed together, or a list of alternatives. */
export type DeclaredSecurity = string | SecurityRequirement | readonly (string | SecurityRequirement)[];

/** How a declaration of security is written. */
export const securityForms =
  "Write a scheme, such as 'apiKey', schemes needed together, such as { bearer: [], apiKey: [] }, or a list of alternatives.";

/** The alternatives of a declaration; null when it has none of the three forms. */
export function readSecurity(given: unknown): readonly SecurityRequirement[] | null {
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (entries.length === 0 || !entries.every(isEntry)) return null;
  return Object.freeze(entries.map((entry) => (typeof entry === 'string' ? Object.freeze({ [entry]: [] }) : entry)));
}

/** Whether an alternative needs no credentials. */
export function isOpen(requirement: SecurityRequirement): boolean {
  return Object.keys(requirement).length === 0;
}

/** `bearer and apiKey`; `no credentials` for an empty requirement. */
export function requirementName(requirement: SecurityRequirement): string {
  return joinWords(Object.keys(requirement)) || 'no credentials';
}

function isEntry(entry: unknown): entry is string | SecurityRequirement {
  if (typeof entry === 'string') return entry !== '';
  const isPlain = isObject(entry);
  const isScopes = (scopes: unknown) => Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  return isPlain && Object.values(entry).every(isScopes);
}
