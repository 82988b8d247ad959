import type { CheckId } from '../../diff/checks/checks.js';
import { isObject, type Json } from '../../json/json.js';
import { contentOf } from '../../openapi/document-members.js';
import { versionsOf } from '../../report/result.js';
import { joinWords } from '../../text/join-words.js';
import type { Exceptable } from '../exceptions/apply-exceptions.js';
import { type ContractLock, versionWords } from '../lock/contract-lock.js';

const removal: CheckId = 'response-optional-property-removed';

/** The note about removed members of answers whose documents promise no member at all; none where nothing was removed or something is required. */
export function explainOptionalMembers(
  findings: readonly Exceptable[],
  baseLocks: readonly ContractLock[],
): readonly string[] {
  const removals = findings.filter(({ id, level }) => id === removal && level === 'warning');
  const versions = new Set(removals.flatMap(versionsOf));
  const lax = baseLocks.filter(
    ({ version, document }) =>
      removals.length > 0 && (version === null || versions.has(version)) && !requiresMembers(document),
  );
  if (lax.length === 0) return [];
  const names = joinWords(lax.map(({ version }) => versionWords(version)));
  return [
    `No schema of ${names} has a required member, so no answer promises one, and a member that is removed is a warning. Where clients rely on such members, list them under "required", or make ${removal} an error with --severity.`,
  ];
}

/** Whether a schema of a document has a required member. */
function requiresMembers(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(requiresMembers);
  if (!isObject(value)) return false;
  if (Array.isArray(value['required']) && value['required'].length > 0) return true;
  return Object.entries(value).some(([member, inner]) => {
    const content = contentOf(member);
    if (content === 'words' || content === 'data') return false;
    return content === 'named' && isObject(inner) ? Object.values(inner).some(requiresMembers) : requiresMembers(inner);
  });
}
