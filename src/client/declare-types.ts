import { isObject, type Json, type JsonObject, textAt } from '../json/json.js';
import type { Compiler, Declaration } from './compiler.js';
import { writeComment } from '../text/write-comment.js';
import { referencePattern, type SharedType } from './share-types.js';
import type { Toolchain } from './toolchain.js';

/** A type as TypeScript. */
export interface TypeDeclaration {
  readonly type: SharedType;
  readonly text: string;
  /** Whether it uses the helper `WithRequired`. */
  readonly requires: boolean;
}

/** Turns every type into a declaration: openapi-typescript reads them all as one document, under their ids. */
export async function declareTypes(
  types: readonly SharedType[],
  { compiler, writeTypes }: Toolchain,
): Promise<readonly TypeDeclaration[]> {
  const members = readMembers(await writeTypes(documentOf(types)), compiler);
  const byId = new Map(types.map((type) => [type.id, type]));
  return types.map((type) => {
    const member = members.get(`${sectionOf(type)} ${type.id}`);
    if (!member) throw new Error(`openapi-typescript wrote no type for ${type.name}.`);
    const names = new Map(
      [...type.references].map(([name, { id, varies }]) => [
        id,
        varies ? `S["${name}"]` : nameFor(type, byId.get(id)!),
      ]),
    );
    const body = outdent(member.text).replaceAll(
      /components\["\w+"\]\["(t\d+)"\]/g,
      (text, id: string) => names.get(id) ?? text,
    );
    const head = `${type.declared}${type.isGeneric ? '<S extends Types>' : ''}`;
    const comment = type.kind === 'operations' ? operationComment(type.json) : outdent(member.comment);
    const declaration = member.isObject ? `export interface ${head} ${body}` : `export type ${head} = ${body};`;
    return { type, text: `${comment && `${comment}\n`}${declaration}`, requires: body.includes('WithRequired<') };
  });
}

/** How a type names another: shared types pass on what their version means, and those of one version say it. */
export function nameFor({ versions }: Pick<SharedType, 'versions'>, target: SharedType): string {
  if (versions.length > 1) return target.isGeneric ? `${target.declared}<S>` : target.declared;
  if (target.versions.length === 1) return target.declared;
  return `s.${target.declared}${target.isGeneric ? '<Types>' : ''}`;
}

const sectionOf = ({ kind }: SharedType) => (kind === 'operations' ? 'operations' : `components.${kind}`);

/** One document with every type; each operation has a path of its own. */
function documentOf(types: readonly SharedType[]): JsonObject {
  const of = (kind: SharedType['kind']) => types.filter((type) => type.kind === kind);
  const section = (kind: SharedType['kind']) =>
    Object.fromEntries(of(kind).map((type) => [type.id, referToIds(type.json, type.references)]));
  const operations = of('operations').map(({ id, json, references }) => {
    const { parameters, requestBody, responses } = referToIds(json, references) as JsonObject;
    return [`/${id}`, { post: { operationId: id, parameters, requestBody, responses } }] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Types', version: '1' },
    paths: Object.fromEntries(operations),
    components: {
      schemas: section('schemas'),
      requestBodies: section('requestBodies'),
      responses: section('responses'),
    },
  } as unknown as JsonObject;
}

function referToIds(value: Json | undefined, ids: SharedType['references']): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => referToIds(item, ids)!);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const target = key === '$ref' ? referencePattern.exec(textAt(member) ?? '') : null;
      return [key, target ? `#/components/${target[1]}/${ids.get(target[2]!)!.id}` : referToIds(member, ids)];
    }),
  );
}

interface Member {
  readonly text: string;
  readonly comment: string;
  readonly isObject: boolean;
}

/** The members of `operations` and of each section of `components`, by section and name. */
function readMembers(text: string, compiler: Compiler): ReadonlyMap<string, Member> {
  const source = compiler.createSourceFile('types.ts', text, compiler.ScriptTarget.ESNext, true);
  const members = new Map<string, Member>();
  const add = (section: string, { members: own }: Declaration) => {
    for (const member of own ?? []) {
      const start = member.getStart() - member.pos;
      members.set(`${section} ${member.name!.text}`, {
        text: text.slice(member.type!.getStart(), member.type!.end),
        comment: text.slice(member.pos, member.pos + start).trim(),
        isObject: member.type!.kind === compiler.SyntaxKind.TypeLiteral,
      });
    }
  };
  for (const statement of source.statements as readonly Declaration[]) {
    if (statement.name?.text === 'operations') add('operations', statement);
    if (statement.name?.text !== 'components') continue;
    for (const section of statement.members ?? []) add(`components.${section.name!.text}`, section.type!);
  }
  return members;
}

/** Moves a member of openapi-typescript's text to the left, and makes its indentation two wide. */
function outdent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const widths = rest.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length);
  const least = Math.min(...widths, 64);
  const base = least - (least % 4);
  return [
    first,
    ...rest.map((line) => {
      const width = Math.max(0, /^ */.exec(line)![0].length - base);
      return `${' '.repeat(Math.floor(width / 4) * 2 + (width % 4))}${line.trimStart()}`;
    }),
  ].join('\n');
}

function operationComment({ summary, description }: JsonObject): string {
  const [title, text] = [textAt(summary) ?? '', textAt(description) ?? ''];
  const paragraphs = [title, text.replace(/\.$/, '') === title ? '' : text].filter((part) => part.trim() !== '');
  return writeComment(paragraphs.join('\n\n'));
}
