import { isObject, type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';

/** Where a type has members of its own, as the written types name it: `parameters.query`, `requestBody.content.application/json`. */
export interface MemberPlace {
  readonly place: readonly string[];
  readonly names: ReadonlySet<string>;
}

const carriers = ['query', 'path', 'header', 'cookie'];

/** The parameters of an operation's type, and the members of its bodies that have no type of their own. */
export function inlineMembers(operation: JsonObject): readonly MemberPlace[] {
  const parameters = listAt(operation['parameters']).map(objectAt);
  const found: MemberPlace[] = carriers.map((carrier) => ({
    place: ['parameters', carrier],
    names: new Set(parameters.filter((one) => one['in'] === carrier).map((one) => String(one['name']))),
  }));
  const visit = (schema: Json | undefined, place: readonly string[]): void => {
    if (!isObject(schema)) return;
    const properties = objectAt(schema['properties']);
    if (Object.keys(properties).length > 0) found.push({ place, names: new Set(Object.keys(properties)) });
    for (const [name, member] of Object.entries(properties)) visit(member, [...place, name]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const one of listAt(schema[keyword])) visit(one, place);
    visit(schema['items'], [...place, '[]']);
    visit(schema['additionalProperties'], [...place, '*']);
  };
  const visitContent = (holder: Json | undefined, place: readonly string[]) => {
    for (const [media, one] of Object.entries(objectAt(objectAt(holder)['content'])))
      visit(objectAt(one)['schema'], [...place, 'content', media]);
  };
  visitContent(operation['requestBody'], ['requestBody']);
  for (const [status, response] of Object.entries(objectAt(operation['responses'])))
    visitContent(response, ['responses', status]);
  return found;
}
