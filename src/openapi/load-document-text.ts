import { deepestNesting, isObject, type Json, type JsonObject } from '../json/json.js';
import { isDeeperThan, jsonFault } from '../json/parse-json.js';
import { readYaml, YamlError } from '../json/read-yaml.js';

/** A text that is not an OpenAPI document; the message says what to write. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** The member of a lock file that names the version whose lock it differs from. */
export const olderVersion = 'x-svc-differs-from';

/** Reads an OpenAPI document, 3.0 to 3.2 or Swagger 2.0, from JSON or YAML. Throws DocumentError for anything else, naming `source`. */
export function loadDocumentText(text: string, source = 'the document'): JsonObject {
  return checkDocument(parseText(text, source), source);
}

/** Whether a document is one of Swagger 2.0; YAML reads its version as a number where it has no quotes. */
export function isSwagger(value: Json | undefined): value is JsonObject {
  return isObject(value) && value['openapi'] === undefined && /^2(?:\.0)?$/.test(String(value['swagger']));
}

/** A value that is an OpenAPI document, 3.0 to 3.2 or Swagger 2.0. Throws DocumentError for anything else, naming `source`. */
export function checkDocument(value: Json, source: string): JsonObject {
  if (!isObject(value))
    throw new DocumentError(`${source} is not an OpenAPI document: it holds ${nameKind(value)}, not an object.`);
  const version = value['openapi'];
  if (isSwagger(value)) return checkMembers(value, ['paths', 'definitions', 'parameters', 'responses', 'info'], source);
  if (version === undefined && value['swagger'] !== undefined)
    throw new DocumentError(`${source} is a Swagger ${String(value['swagger'])} document. ${supported}`);
  if (version === undefined && value[olderVersion] !== undefined)
    throw new DocumentError(
      `${source} is a lock file that holds only what differs from version ${String(value[olderVersion])}. Print the whole document: svc openapi lock --print ${String(value['x-svc-api-version'])}`,
    );
  if (version === undefined)
    throw new DocumentError(`${source} is not an OpenAPI document: it has no "openapi" member such as openapi: 3.1.0.`);
  if (!supportedVersions.some((one) => isPatchOf(String(version), one)))
    throw new DocumentError(`${source} is an OpenAPI ${String(version)} document. ${supported}`);
  return checkMembers(value, ['paths', 'components', 'webhooks', 'info'], source);
}

function checkMembers(value: JsonObject, members: readonly string[], source: string): JsonObject {
  for (const member of members)
    if (value[member] !== undefined && value[member] !== null && !isObject(value[member]))
      throw new DocumentError(
        `${source} is not an OpenAPI document: "${member}" is ${nameKind(value[member])}, not an object.`,
      );
  return value;
}

/** The versions of OpenAPI that documents may have. */
const supportedVersions = ['3.0', '3.1', '3.2'] as const;

const supported = `Supported versions: ${supportedVersions.join(', ')}. Swagger 2.0 is read, too.`;

function isPatchOf(version: string, release: string): boolean {
  return version === release || version.startsWith(`${release}.`);
}

/** Reads any value from JSON or YAML. Throws DocumentError. */
export function parseText(written: string, source: string): Json {
  return parseEither(written.replace(/^\uFEFF/, ''), source) as Json;
}

function parseEither(text: string, source: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    if (isDeeperThan(deepestNesting, text))
      throw new DocumentError(
        `${source} is nested more than ${deepestNesting} levels deep. Replace inner values with $ref.`,
      );
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (!looksLikeYaml(text))
        throw new DocumentError(`${placeOfFault(text, source)} is not valid JSON: ${jsonFault(error)}`);
    }
  }
  try {
    const { value, hasAliases } = readYaml(text);
    if (hasAliases) rejectAliases(value, source);
    return value;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new DocumentError(`${source}:${error.line} is not valid YAML: ${error.message}`);
  }
}

/** `api.json:7`: JSON is YAML, whose reader knows the line; without a line where only JSON refuses the text. */
function placeOfFault(text: string, source: string): string {
  try {
    readYaml(text);
    return source;
  } catch (error) {
    return error instanceof YamlError ? `${source}:${error.line}` : source;
  }
}

function rejectAliases(value: unknown, source: string): void {
  const problem = judgeAliases(value);
  if (problem === 'circle')
    throw new DocumentError(`${source} has an alias (*) inside its own anchor (&). Replace it with a $ref.`);
  if (problem === 'growth')
    throw new DocumentError(`${source} is too large once its aliases (*) are expanded. Replace them with $ref.`);
}

/** Throws DocumentError for a document that is too large with its references written out, naming `source`. */
export function rejectGrowth(document: JsonObject, source: string): void {
  if (judgeAliases(document) !== null)
    throw new DocumentError(
      `${source} is too large once the references that stand where OpenAPI has none are written out. Refer to schemas instead.`,
    );
}

/** YAML's flow style starts like JSON and leaves keys unquoted. */
function looksLikeYaml(text: string): boolean {
  return /^\s*\{\s*[A-Za-z$#]/.test(text);
}

function nameKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : `the text ${JSON.stringify(String(value).slice(0, 40))}`;
}

/** What aliases may turn a document into: a circle, or something too large to walk through. */
type AliasProblem = 'circle' | 'growth';

/** The most values that a document may hold with its aliases written out. */
const maximumValues = 10_000_000;

/** Judges a document whose values may be shared; each is visited once. */
function judgeAliases(document: unknown): AliasProblem | null {
  const sizes = new Map<object, number | 'open'>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known === 'open') return Number.NaN;
    if (known !== undefined) return known;
    sizes.set(value, 'open');
    const size = Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
    sizes.set(value, size);
    return size;
  };
  const size = sizeOf(document);
  if (Number.isNaN(size)) return 'circle';
  return size > maximumValues ? 'growth' : null;
}
