import { clientDeclarations, clientMembers, isOfClient } from './client-declarations.js';
import type { ConsumerApi } from './consumer-api.js';
import type { Node } from '../compiler.js';
import type { Checker, Symbol, Type } from '../scan/checker.js';
import { constituentsOf } from '../scan/types.js';
import { joinSteps, memberStep } from '../../text/member-path.js';

/** Where an operation has a member: in an answer, or in what is sent. */
export interface MemberPlace {
  /** `GET /books` */
  readonly operation: string;
  /** The status of the answer, such as `200` or `4XX`; null for what is sent. */
  readonly status: string | null;
  /** `[].title`, `query.limit`, `body.lines[].sku` */
  readonly member: string;
  readonly isRequired: boolean;
}

/** The places of each declared member, by its declaration. */
export type MemberIndex = ReadonlyMap<Node, readonly MemberPlace[]>;

/** Unrolls the types of operations: a type that holds itself is entered twice. */
export function indexMembers(
  operations: readonly string[],
  { operationTypes }: ConsumerApi,
  checker: Checker,
): MemberIndex {
  const index = new Map<Node, MemberPlace[]>();
  const typeOf = (type: Type | undefined, name: string): Type | undefined => {
    const found = type && checker.getPropertyOfType(checker.getNonNullableType(type), name);
    return found && checker.getTypeOfSymbol(found);
  };
  const add = (type: Type | undefined, place: Omit<MemberPlace, 'isRequired'>, around: readonly Type[] = []): void => {
    for (const part of constituentsOf(type)) {
      if (around.filter((one) => one === part).length > 1) continue;
      const inside = [...around, part];
      const enter = (next: Type | undefined, step: string) =>
        add(next, { ...place, member: joinSteps(place.member, step) }, inside);
      if (checker.isArrayType(part)) enter(checker.getTypeArguments(part)[0], '[]');
      else if (checker.isTupleType(part))
        checker.getTypeArguments(part).forEach((item, position) => enter(item, `[${position}]`));
      else {
        for (const property of clientMembers(checker, part)) {
          const member = joinSteps(place.member, memberStep(property.name));
          for (const declaration of clientDeclarations(checker, property)) {
            const places = index.get(declaration) ?? [];
            index.set(declaration, places);
            places.push({ ...place, member, isRequired: !isOptional(property) });
          }
          enter(checker.getTypeOfSymbol(property), memberStep(property.name));
        }
        if (declaresItself(part)) for (const { type: value } of checker.getIndexInfosOfType(part)) enter(value, '[*]');
      }
    }
  };
  const addContent = (holder: Type | undefined, place: Omit<MemberPlace, 'isRequired'>) => {
    const content = typeOf(holder, 'content');
    for (const media of content ? checker.getPropertiesOfType(checker.getNonNullableType(content)) : [])
      add(checker.getTypeOfSymbol(media), place);
  };
  for (const operation of operations) {
    const type = operationTypes.get(operation);
    const parameters = typeOf(type, 'parameters');
    for (const carrier of ['query', 'path', 'header', 'cookie'])
      add(typeOf(parameters, carrier), { operation, status: null, member: carrier });
    addContent(typeOf(type, 'requestBody'), { operation, status: null, member: 'body' });
    const responses = typeOf(type, 'responses');
    for (const response of responses ? checker.getPropertiesOfType(responses) : [])
      addContent(checker.getTypeOfSymbol(response), { operation, status: response.name, member: '' });
  }
  return index;
}

const optionalFlag = 1 << 24;
const isOptional = ({ flags }: Symbol) => (flags & optionalFlag) !== 0;

const declaresItself = ({ symbol }: Type) => symbol?.declarations?.some(isOfClient) ?? false;
