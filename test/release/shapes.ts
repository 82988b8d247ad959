/** A type of a member. */
export type Type =
  | { readonly kind: 'text' | 'described' | 'slug' | 'trimmed' | 'refined' | 'int' | 'flag' | 'filled' | 'optional' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list' | 'nullable'; readonly of: Type }
  | { readonly kind: 'group'; readonly members: Members }
  /** A schema with an id. */
  | { readonly kind: 'schema'; readonly name: string };

export type Members = Readonly<Record<string, Type>>;

/** The schemas of a service in one version, by their ids. */
export type Shapes = Readonly<Record<string, Members>>;

type Value = string | number | boolean | undefined | readonly Value[] | { readonly [name: string]: Value };

/** Objects of these refuse members that they do not declare. */
const strict: ReadonlySet<string> = new Set(['Author']);

export const schema = (name: string): Type => ({ kind: 'schema', name });
export const list = (of: Type): Type => ({ kind: 'list', of });

/** The schema of a type as source; `local` is what the module calls a schema with an id. */
export function typeText(type: Type, local: (name: string) => string): string {
  switch (type.kind) {
    case 'text':
      return 'z.string()';
    case 'described':
      return `z.string().min(1).max(40).describe("It's \\"x\\" */ \${y}")`;
    case 'slug':
      return String.raw`z.string().regex(/^[a-z/\\]+$/)`;
    case 'trimmed':
      return 'z.string().trim()';
    case 'refined':
      return "z.string().refine((text) => text !== 'root')";
    case 'int':
      return 'z.int()';
    case 'flag':
      return 'z.boolean()';
    case 'filled':
      return 'z.array(z.string()).default([])';
    case 'optional':
      return 'z.number().optional()';
    case 'choice':
      return `z.enum([${type.values.map((value) => `'${value}'`).join(', ')}])`;
    case 'list':
      return `z.array(${typeText(type.of, local)})`;
    case 'nullable':
      return `${typeText(type.of, local)}.nullable()`;
    case 'group':
      return `z.object(${membersText(type.members, local)})`;
    case 'schema':
      return local(type.name);
  }
}

export const membersText = (members: Members, local: (name: string) => string) =>
  `{ ${Object.entries(members)
    .map(([name, type]) => `${name}: ${typeText(type, local)}`)
    .join(', ')} }`;

export const objectText = (id: string, members: Members, local: (name: string) => string) =>
  `z.${strict.has(id) ? 'strictObject' : 'object'}(${membersText(members, local)})`;

/** The one value of a type, whatever the version: every way between two versions makes it of the other's. */
export function valueOf(type: Type, shapes: Shapes): Value {
  switch (type.kind) {
    case 'int':
    case 'optional':
      return 7;
    case 'flag':
      return true;
    case 'filled':
      return ['x'];
    case 'choice':
      return type.values[0];
    case 'list':
      return type.of.kind === 'schema' && type.of.name === 'Tree' ? [] : [valueOf(type.of, shapes)];
    case 'nullable':
      return valueOf(type.of, shapes);
    case 'group':
      return valueOfMembers(type.members, shapes);
    case 'schema':
      return valueOfMembers(shapes[type.name]!, shapes);
    default:
      return 'x';
  }
}

export const valueOfMembers = (members: Members, shapes: Shapes): Value =>
  Object.fromEntries(Object.entries(members).map(([name, type]) => [name, valueOf(type, shapes)]));

/** The ids of the schemas in some members, not in what those hold. */
export const namedIn = (members: Members): readonly string[] =>
  Object.values(members).flatMap((type): readonly string[] => {
    if (type.kind === 'schema') return [type.name];
    if (type.kind === 'group') return namedIn(type.members);
    return 'of' in type ? namedIn({ of: type.of }) : [];
  });
