import { checks, type CheckId } from '../../diff/checks/checks.js';
import { memberTrail } from '../../diff/causes/name-component.js';
import type { FindingPlace } from '../../diff/finding.js';
import { openDocument } from '../../openapi/open-document.js';
import { objectAt, textAt } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { joinSteps, memberStep } from '../../text/member-path.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { lockedScheme } from '../lock/locked-scheme.js';

/** What a difference takes from those who use an operation. */
export interface AffectedPart {
  /** Whose use counts: that of code which calls it, reads the member, lists its values one by one, sends it, or does not always send it. */
  readonly use: 'calls' | 'reads' | 'lists' | 'sends' | 'omits';
  /** Of what is read: the status of the answer. */
  readonly status: string | null;
  /** `[].author`, `query.limit`; empty for an operation. */
  readonly member: string;
  /** Whether it is what names the version, which clients of svckit send with every request. */
  readonly isVersion?: true;
}

const operationPart: AffectedPart = { use: 'calls', status: null, member: '' };

/** Reads from the pointer of a difference whose use it concerns; `locks` are those of the version, of the base and of the revision. */
export function affectedPart(
  { id, pointer }: Pick<FindingPlace, 'id' | 'pointer'>,
  locks: readonly (ContractLock | undefined)[],
): AffectedPart {
  const [root, , , kind, name, ...rest] = tokensOf(pointer);
  const { direction } = checks[id];
  const version = versionMember(locks);
  if (id === ofUnversionedRequests && version !== null) return omitted(version);
  if (root !== 'paths' || direction === 'none') return operationPart;
  if (kind === 'responses' && rest[0] === 'content' && name !== undefined && rest[2] === 'schema') {
    const member = withoutItems(memberTrail(rest.slice(3)));
    return member === '' ? operationPart : { use: useOf(id), status: name, member };
  }
  if (kind === 'requestBody') return { use: useOf(id), status: null, member: bodyMember([name!, ...rest]) };
  const parameter = kind === 'parameters' ? findParameter(tokensOf(pointer), id, locks) : null;
  if (parameter === null) return operationPart;
  const isVersion = parameter.toLowerCase() === version?.toLowerCase() && useOf(id) === 'omits';
  return isVersion ? omitted(parameter) : { use: useOf(id), status: null, member: parameter };
}

/** It changes what requests without a version get, and no others. */
const ofUnversionedRequests: CheckId = 'api-default-version-changed';

const omitted = (member: string): AffectedPart => ({ use: 'omits', status: null, member, isVersion: true });

/** `header.X-API-Version`, where a parameter names the version. */
function versionMember(locks: readonly (ContractLock | undefined)[]): string | null {
  const [parameter] = locks.flatMap((lock) => (lock && lockedScheme(lock.document)?.parameter) ?? []);
  return parameter ? joinSteps(parameter.in, memberStep(parameter.name)) : null;
}

/** Whose use a check concerns. */
export function useOf(id: CheckId): AffectedPart['use'] {
  const { kind, action, direction } = checks[id];
  if (direction === 'none') return 'calls';
  if (direction === 'response') return kind === 'values' && action === 'add' ? 'lists' : 'reads';
  const isDemand = (kind === 'existence' && action === 'add') || (kind === 'requiredness' && id.includes('required'));
  return isDemand ? 'omits' : 'sends';
}

/** `body.lines[].sku` for the tokens behind `requestBody`. */
function bodyMember(tokens: readonly string[]): string {
  const schema = tokens.indexOf('schema');
  const trail = schema < 0 ? '' : memberTrail(tokens.slice(schema + 1));
  return withoutItems(joinSteps('body', trail));
}

/** Code that uses a list uses its items. */
const withoutItems = (member: string) => member.replace(/(?:\[(?:\d+|\*)?\])+$/, '');

/** `query.limit`, by the position of a parameter in a document. */
function findParameter(
  tokens: readonly string[],
  id: CheckId,
  locks: readonly (ContractLock | undefined)[],
): string | null {
  const sides = checks[id].action === 'remove' ? locks : locks.toReversed();
  for (const lock of sides) {
    const found = lock && valueAt(lock.document, tokens.slice(0, 5));
    if (!lock || found === undefined) continue;
    const parameter = objectAt(openDocument(lock.document).resolve(found));
    const [carrier, name] = [textAt(parameter['in']), textAt(parameter['name'])];
    if (carrier !== null && name !== null)
      return withoutItems(joinSteps(joinSteps(carrier, memberStep(name)), memberTrail(afterSchema(tokens.slice(5)))));
  }
  return null;
}

const afterSchema = (tokens: readonly string[]) => tokens.slice(tokens.indexOf('schema') + 1 || tokens.length);
