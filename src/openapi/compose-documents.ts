import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import { isOpenApi30 } from '../jsonschema/translate-openapi-30.js';
import { joinWords } from '../text/join-words.js';
import { DocumentError } from './load-document-text.js';
import { openDocument } from './open-document.js';
import { bundledFiles } from './references/resolve-reference.js';

/** A document that is a part of an API, under the name of its file; its references point into itself. */
export interface PartOfApi {
  readonly name: string;
  readonly document: JsonObject;
}

/**
 * One document with the operations of several, each with the servers and the security of its own document. Throws DocumentError where two
 * of them declare the same, or are written in different dialects.
 */
export function composeDocuments(parts: readonly PartOfApi[]): JsonObject {
  refuseMixedDialects(parts);
  const moved = parts.map(({ name, document }) => ({ name, document: moveInto(name, withOwnDefaults(document)) }));
  const versions = new Set(parts.map(({ document }) => objectAt(document['info'])['version']));
  const [version] = versions;
  return {
    openapi: parts[0]!.document['openapi'],
    info: { title: joinWords(parts.map(({ name }) => name)), ...(versions.size === 1 && { version }) },
    paths: unite('the path', moved, ({ document }) => document['paths']),
    webhooks: unite('the webhook', moved, ({ document }) => document['webhooks']),
    components: {
      securitySchemes: unite(
        'another security scheme',
        moved,
        ({ document }) => objectAt(document['components'])['securitySchemes'],
      ),
    },
    [bundledFiles]: Object.fromEntries(moved.map(({ name, document }) => [name, document])),
  };
}

function refuseMixedDialects(parts: readonly PartOfApi[]): void {
  const old = parts.filter(({ document }) => isOpenApi30(document));
  if (old.length === 0 || old.length === parts.length) return;
  const newer = parts.find((part) => !old.includes(part))!;
  throw new DocumentError(
    `${old[0]!.name} is an OpenAPI 3.0 document, and ${newer.name} is not. Convert one of them to make them one API.`,
  );
}

/** Brings the members of several documents together; equal ones may have the same name. */
function unite(
  what: string,
  parts: readonly PartOfApi[],
  membersOf: (part: PartOfApi) => Json | undefined,
): JsonObject {
  const found = new Map<string, { readonly name: string; readonly member: Json | undefined }>();
  for (const part of parts)
    for (const [key, member] of Object.entries(objectAt(membersOf(part)))) {
      const other = found.get(key);
      if (other && !sameJson(other.member, member))
        throw new DocumentError(
          `${part.name} declares ${what} ${JSON.stringify(key)}, and so does ${other.name}. Files that are one API declare it once.`,
        );
      if (!other) found.set(key, { name: part.name, member });
    }
  return Object.fromEntries([...found].map(([key, { member }]) => [key, member]));
}

/** A document whose operations say what it says for all of them. */
function withOwnDefaults(document: JsonObject): JsonObject {
  const { resolve } = openDocument(document);
  const { servers, security } = document;
  const ofOperation = (member: Json | undefined) =>
    isObject(member) && member['security'] === undefined ? { ...member, security } : member;
  const ofPath = (written: Json | undefined): JsonObject => {
    const { $ref, ...own } = objectAt(written);
    const item = { ...($ref !== undefined && resolve({ $ref })), ...own };
    const operations =
      security === undefined
        ? item
        : Object.fromEntries(
            Object.entries(item).map(([key, member]) => [key, key.startsWith('x-') ? member : ofOperation(member)]),
          );
    return servers === undefined || listAt(servers).length === 0 ? operations : { servers, ...operations };
  };
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(objectAt(document['paths'])).map(([path, item]) => [
        path,
        path.startsWith('x-') ? item : ofPath(item),
      ]),
    ),
  };
}

/** A document whose references lead to where the composed one keeps it. */
function moveInto(name: string, document: JsonObject): JsonObject {
  const home = `#${encodeURI(pointerTo([bundledFiles, name])).replaceAll('#', '%23')}`;
  const follow = (value: Json | undefined) =>
    typeof value === 'string' && value.startsWith('#') ? `${home}${value.slice(1)}` : value;
  const move = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(move);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (key === '$ref') return [key, follow(member)];
        if (key === 'mapping' && isObject(member))
          return [key, Object.fromEntries(Object.entries(member).map(([word, target]) => [word, follow(target)]))];
        return [key, member === undefined ? member : move(member)];
      }),
    );
  };
  return move(document) as JsonObject;
}
