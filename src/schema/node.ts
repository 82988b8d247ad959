/** What is known about the values of a schema, independent of its library. */
export type SchemaNode =
  | {
      readonly kind: 'object';
      readonly members: ReadonlyMap<string, unknown>;
      readonly rest: Rest;
      readonly refined?: Complaint;
    }
  | { readonly kind: 'array'; readonly element: unknown; readonly refined?: Complaint }
  | { readonly kind: 'tuple'; readonly items: readonly unknown[]; readonly rest: unknown; readonly refined?: Complaint }
  | {
      readonly kind: 'record';
      readonly key: unknown;
      /** The only keys; null where there may be any. */
      readonly names: RecordNames | null;
      /** Entries with other keys; `drop` where values may have them and answers do not. */
      readonly others: 'refuse' | 'keep' | 'drop';
      readonly value: unknown;
      readonly refined?: Complaint;
    }
  | {
      readonly kind: 'union';
      readonly options: readonly unknown[];
      readonly discriminator: Discriminator | null;
      readonly refined?: Complaint;
    }
  | { readonly kind: 'intersection'; readonly sides: readonly unknown[]; readonly refined?: Complaint }
  | {
      readonly kind: 'wrapper';
      readonly inner: unknown;
      readonly undefined: boolean;
      readonly null: boolean;
      readonly refined?: Complaint;
    }
  | { readonly kind: 'lazy'; readonly read: () => unknown }
  /** Nothing is inside. */
  | { readonly kind: 'scalar'; readonly complaint: Complaint }
  /** The library cannot look inside. */
  | { readonly kind: 'opaque'; readonly what: string };

/** Whether a value matches a schema. */
export type Fits = (value: unknown) => boolean;

/** Keeps the members of a value that a schema declares, at every depth; missing ones are undefined. */
export type Projection = (value: unknown) => unknown;

/** What is wrong with a value, as one sentence; null when nothing is. */
export type Complaint = (value: unknown) => string | null;

/** Undeclared members of an object: dropped, kept, or matched to a schema. */
export type Rest = 'drop' | 'keep' | { readonly schema: unknown };

export interface RecordNames {
  readonly all: readonly string[];
  /** Whether a value has every one of them. */
  readonly required: boolean;
}

export interface Discriminator {
  readonly member: string;
  /** Positions of the options by the member's value. */
  readonly positions: ReadonlyMap<unknown, number>;
}

/** Whether a value can be a schema: an object, or a function as in ArkType. */
export const isKeyed = (schema: unknown): schema is object =>
  (typeof schema === 'object' && schema !== null) || typeof schema === 'function';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of a record that its value has or must have. */
export function expectedNames({ all, required }: RecordNames, value: object): readonly string[] {
  return required ? all : all.filter((name) => Object.hasOwn(value, name));
}

/** Resolves an object with `toJSON` to its result; keeps a date. */
export function standsFor(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: () => unknown };
  return typeof toJSON === 'function' && !(value instanceof Date) ? toJSON.call(value) : value;
}
